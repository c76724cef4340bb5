type Interval = [number, number]
type Rate = {
  point: number | null
  numerator: number
  denominator: number
  ci_panel: Interval | null
  ci_market: Interval | null
  grade: string
}

/** What the report reads of a scan's output. */
export type DemoOutput = {
  simulated: boolean
  brand: { name: string }
  summary: {
    visibility: Rate
    citation_rate: Rate
    share_of_voice: number | null
    avg_position: number | null
    ghost_rate: number | null
    sentiment: { positive: number; neutral: number; negative: number; n: number }
  }
  by_platform: { platform: string; visibility: Rate; citation_rate: Rate; answers: Record<string, number> }[]
  competitors: { name: string; mentions: number; share: number | null }[]
  sources: { domain: string; type: string; cited: number }[]
  gaps: { kind: string; query?: string; platform?: string; domain?: string; competitors: string[] }[]
  coverage: { failed: { platform: string; reason: string }[] }
}

type Paint = (text: string) => string
export type Style = { bold: Paint; dim: Paint; good: Paint; bad: Paint }

const WIDTH = 40
const percent = (value: number | null) =>
  value === null ? '   –' : `${Math.round(value * 100)} %`.padStart(5)
const range = (interval: Interval | null) =>
  interval === null ? '' : `${Math.round(interval[0] * 100)}–${Math.round(interval[1] * 100)} %`

/** A rate on a line from 0 to 100 %: ─ is where it can be, ● where it was measured. */
export function line(rate: Rate): string {
  const cells = Array<string>(WIDTH + 1).fill('·')
  const at = (value: number) => Math.round(value * WIDTH)
  if (rate.ci_market !== null) cells.fill('─', at(rate.ci_market[0]), at(rate.ci_market[1]) + 1)
  if (rate.point !== null) cells[at(rate.point)] = '●'
  return cells.join('')
}

function bar(share: number): string {
  const filled = Math.round(share * WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
}

function rates(output: DemoOutput, { bold, dim }: Style): string[] {
  const { visibility, citation_rate } = output.summary
  const row = (name: string, rate: Rate) =>
    `  ${name.padEnd(14)}${line(rate)} ${bold(percent(rate.point))}  ${dim(`${rate.numerator} of ${rate.denominator}; these questions ${range(rate.ci_panel)}, all buyers’ ${range(rate.ci_market)}`)}`
  return [
    bold(`${output.brand.name} in AI answers`),
    row('named', visibility),
    row('cited', citation_rate),
    dim(`  grade: ${visibility.grade} (fewer than 50 questions say where to look, not what to decide)`),
  ]
}

function platforms({ by_platform, coverage }: DemoOutput, { bold, dim, bad }: Style): string[] {
  const sorted = by_platform.toSorted((a, b) => (b.visibility.point ?? -1) - (a.visibility.point ?? -1))
  return [
    bold('By platform, named in'),
    ...sorted.map(({ platform, visibility, answers }) => {
      const none = answers.no_answer ? `, ${answers.no_answer} without an answer` : ''
      return `  ${platform.padEnd(14)}${line(visibility)} ${percent(visibility.point)}  ${dim(`${visibility.numerator} of ${visibility.denominator}${none}`)}`
    }),
    ...coverage.failed.map(({ platform, reason }) => bad(`  ${platform}: ${reason}`)),
  ]
}

function voice({ brand, summary, competitors }: DemoOutput, { bold, good }: Style): string[] {
  const own = summary.share_of_voice
  if (own === null) return []
  return [
    bold('Share of voice, on questions that do not name the brand'),
    good(`  ${brand.name.padEnd(14)}${bar(own)} ${percent(own)}`),
    ...competitors.map(({ name, share }) => `  ${name.padEnd(14)}${bar(share ?? 0)} ${percent(share)}`),
  ]
}

function gaps({ gaps: all }: DemoOutput, { bold, dim }: Style): string[] {
  const shown = all.filter((gap) => gap.query !== undefined).slice(0, 6)
  return [
    bold('Best opportunities'),
    ...shown.map(
      ({ kind, query, platform, competitors }) =>
        `  ${(platform ?? '').padEnd(14)}${query}  ${dim(`${competitors.join(', ')} ${kind === 'mention' ? 'named' : 'cited'}, you are not`)}`,
    ),
    dim(`  ${all.length} gaps in all: GET /v1/aeo/gaps`),
  ]
}

function sources({ sources: all }: DemoOutput, { bold, dim }: Style): string[] {
  const most = all[0]?.cited ?? 1
  return [
    bold('What the answers cite'),
    ...all
      .slice(0, 8)
      .map(
        ({ domain, type, cited }) =>
          `  ${domain.padEnd(24)}${'█'.repeat(Math.max(1, Math.round((cited / most) * 30))).padEnd(31)}${cited}  ${dim(type)}`,
      ),
  ]
}

/** The scan as a page of text. */
export function renderReport(output: DemoOutput, style: Style): string {
  const { sentiment, avg_position, ghost_rate } = output.summary
  const more = [
    `position when named ${avg_position === null ? '–' : avg_position.toFixed(1)}`,
    `cited but not named ${percent(ghost_rate).trim()}`,
    `tone ${sentiment.positive} + ${sentiment.neutral} · ${sentiment.negative} −`,
  ].join('   ')
  const parts = [
    [...rates(output, style), style.dim(`  ${more}`)],
    platforms(output, style),
    voice(output, style),
    gaps(output, style),
    sources(output, style),
    output.simulated
      ? [style.dim('Simulated: the sandbox played the platforms, and nothing here is real.')]
      : [],
  ]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
    .concat('\n')
}
