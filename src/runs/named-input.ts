import { z } from 'zod'

/**
 * The input of an operation that starts something by the name in its path. Which schema holds follows from that name,
 * so it is applied here, in the gate: a bad field is refused before the meter, like everywhere else. `schemaOf` throws
 * where there is nothing of that name, which is an absent resource and not a bad field.
 */
export function namedInput(
  kind: 'agent' | 'workflow',
  names: readonly string[],
  schemaOf: (name: string) => z.ZodType,
) {
  const wrap = `Wrap the fields of the ${kind} in input: {"input": {…}}. GET /v1/${kind}s has an example_request for each.`
  return z
    .object(
      {
        name: z
          .string()
          .max(80)
          .describe(`Which ${kind}: ${names.join(', ')}.`),
        input: z
          .record(z.string(), z.unknown())
          .default({})
          .describe(`What the ${kind} needs; GET /${kind}s has the schema of each.`),
      },
      // Fields sent beside input instead of in it: said as a hint, since "unknown field" alone does not help.
      { error: (issue) => (issue.code === 'unrecognized_keys' ? wrap : undefined) },
    )
    .superRefine((given, ctx) => {
      const parsed = schemaOf(given.name).safeParse(given.input)
      for (const issue of parsed.error?.issues ?? []) {
        // An issue of the inner schema is one of the outer at a longer path; zod's type for adding one is narrower.
        ctx.addIssue({ ...issue, path: ['input', ...issue.path] } as Parameters<typeof ctx.addIssue>[0])
      }
    })
}
