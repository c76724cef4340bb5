import { z } from 'zod'
import { sha256Hex } from '../../kernel/ids.ts'
import { presentScan, Rate, ScanRef } from './schemas.ts'
import { analyse, coverageOf, type DetectedAnswer } from './stats/index.ts'
import type { ScanRow } from './store.ts'

export const Point = z.object({
  scan: ScanRef,
  visibility: Rate,
  citation_rate: Rate,
  share_of_voice: Rate.nullable(),
  basis: z
    .string()
    .describe('What the numbers rest on: the questions, the platforms that answered, location and language.'),
  comparable: z.boolean().describe('Whether its basis is that of the newest point.'),
  tracked_then: z
    .array(z.string())
    .describe('The competitors that this scan tracked; it is read with those of the newest all the same.'),
})

type Read = { scan: ScanRow; answers: readonly DetectedAnswer[] }

/** A platform that was down left fewer answers behind, so it counts by whether it answered. */
function basisOf({ scan, answers }: Read): string {
  const platforms = coverageOf([...new Set(answers.map((answer) => answer.platform))], answers).succeeded
  const base = [scan.queries.toSorted(), platforms.toSorted(), scan.location, scan.language]
  return sha256Hex(JSON.stringify(base)).slice(0, 16)
}

/** Oldest first. Points on another basis stay, since each is true by itself, and are marked. */
export function pointsOf(read: readonly Read[], newest: ScanRow) {
  const bases = read.map(basisOf)
  const points = read.map(({ scan, answers }, i): z.infer<typeof Point> => {
    const { visibility, citation_rate, intervals } = analyse({ ...newest, answers }).summary
    return {
      scan: presentScan(scan),
      visibility,
      citation_rate,
      share_of_voice: intervals.share_of_voice,
      basis: bases[i] ?? '',
      comparable: bases[i] === bases.at(-1),
      tracked_then: scan.competitors.map(({ name }) => name),
    }
  })
  const unlike = points.filter(({ comparable }) => !comparable).length
  const others = points.filter(
    ({ tracked_then }) => tracked_then.join('\n') !== newest.competitors.map(({ name }) => name).join('\n'),
  ).length
  return {
    points,
    warnings: [
      ...(unlike === 0
        ? []
        : [
            `${unlike} of ${points.length} points rest on other questions or platforms than the newest: compare only points of one basis.`,
          ]),
      ...(others === 0
        ? []
        : [`${others} of ${points.length} scans tracked other competitors then; all are read with today’s.`]),
    ],
  }
}
