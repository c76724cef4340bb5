import type { ErrorCode } from '../../kernel/errors.ts'
import { OAUTH_CLIENTS } from '../../providers/oauth/types.ts'

/** What POST /connect/{platform} says where the installation has no app at the platform. */
export const UNCONFIGURED = Object.fromEntries(
  OAUTH_CLIENTS.map((client) => [
    `${client}_unconfigured`,
    `This installation has no app there: ${client.toUpperCase()}_CLIENT_ID is not set.`,
  ]),
) as Partial<Record<ErrorCode, string>>
