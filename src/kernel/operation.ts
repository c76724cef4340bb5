import { z } from 'zod'
import type { App, BaseContext, OptionalContext, TenantContext } from './context.ts'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

export type Meter = 'none' | 'action' | 'agent_run' | 'workflow_run'

/** The only groups with a per-minute limit (spec.md, Limits), and sign-ups, which are limited per address. */
export type RateGroup =
  | 'contacts'
  | 'sequences'
  | 'inbox'
  | 'dms'
  | 'comment_automations'
  | 'content_articles'
  | 'agent_runs'
  | 'call_detail'
  | 'signup'

/**
 * public: no key. optional: no key, or a valid one that says whom it is for; a bad one is refused, not ignored.
 * any: any valid key of the tenant. operator: the operator's token.
 */
export type Access = 'public' | 'optional' | 'any' | 'operator' | Scope

export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Outputs = Partial<Record<200 | 201 | 202 | 204, z.ZodType>>

export type ReplyOf<O extends Outputs> = {
  [S in keyof O]: O[S] extends z.ZodType
    ? { status: S; body: z.input<O[S]>; headers?: Record<string, string> }
    : never
}[keyof O]

export type Reply = { status: number; body: unknown; headers?: Record<string, string> }

export type ContextOf<A extends Access> = A extends 'public' | 'operator'
  ? BaseContext
  : A extends 'optional'
    ? OptionalContext
    : TenantContext

/** Said to any valid key before anything else is looked at: nobody pays for what is not there. */
export type NotLive = { code: ErrorCode; message: string }

export type Operation<
  A extends Access = Access,
  I extends z.ZodObject = z.ZodObject,
  O extends Outputs = Outputs,
> = {
  /** `<surface>.<verb>`, which is also its file. */
  id: string
  /** Under /v1. */
  route: Route
  summary: string
  /** One or two sentences for the reference: what it does beyond the summary, and when to use it. */
  description: string
  /** Free or paid follows from the free ceiling. */
  scope: A
  meter: Meter
  /**
   * The most it can cost, where the cost is not known at acceptance; settled when the work ends. Prices depend on
   * what the installation uses.
   */
  hold: ((input: z.output<I>, app: App) => number) | null
  rate: RateGroup | null
  /** redact names the fields that are shown once and therefore never stored with the reply. */
  idempotent: boolean | { redact: readonly string[] }
  /** true, or a look at the unvalidated input that finds the part which is documented and not built. */
  live: true | NotLive | ((raw: Record<string, unknown>) => NotLive | null)
  /** Only for imports: how large a body may be where the usual megabyte is too little. */
  max_body_bytes?: number
  /** Path, query and body in one flat object; unknown fields are refused. */
  input: I
  output: O
  /** The codes that it adds to the common ones, each with when it happens. */
  errors: Partial<Record<ErrorCode, string>>
  example: { input: z.input<I>; output: unknown }
  handle(ctx: ContextOf<A>, input: z.output<I>): Promise<ReplyOf<O>>
}

/** Any operation, as the registry and the transports see it. */
export type AnyOperation = Omit<Operation, 'handle'> & {
  handle(ctx: BaseContext, input: Record<string, unknown>): Promise<Reply>
}

/**
 * Declares an operation. Everything about it follows from this one value: its route, validation, OpenAPI entry,
 * scope, meter, limits, idempotency, documentation and the laws that test it.
 */
export function operation<const A extends Access, I extends z.ZodObject, const O extends Outputs>(
  declared: Operation<A, I, O>,
): AnyOperation {
  // Widening is safe: the pipeline only ever hands `handle` what `input` produced and the context `scope` asks for.
  return { ...declared, input: declared.input.strict() } as unknown as AnyOperation
}

export type Surface = { name: string; description: string; operations: readonly AnyOperation[] }

export function surface(declared: Surface): Surface {
  return declared
}

export const NoContent = z.null().describe('Nothing: it is done.')

export const reply = {
  ok: <T>(body: T): { status: 200; body: T } => ({ status: 200, body }),
  created: <T>(body: T): { status: 201; body: T } => ({ status: 201, body }),
  accepted: <T>(body: T): { status: 202; body: T } => ({ status: 202, body }),
  gone: (): { status: 204; body: null } => ({ status: 204, body: null }),
}

export function methodOf(operation: AnyOperation): string {
  return operation.route.slice(0, operation.route.indexOf(' '))
}

export function pathOf(operation: AnyOperation): string {
  return operation.route.slice(operation.route.indexOf(' ') + 1)
}

export function pathParams(operation: AnyOperation): string[] {
  return [...pathOf(operation).matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** A read takes its fields from the query string, everything else from a JSON body. */
export function isRead(operation: AnyOperation): boolean {
  return methodOf(operation) === 'GET' || methodOf(operation) === 'DELETE'
}
