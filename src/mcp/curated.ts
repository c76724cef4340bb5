import type { AnyOperation, Route } from '../kernel/operation.ts'
import { planned } from '../kernel/planned.ts'
import type { Registry } from '../kernel/registry.ts'
import { describeTool, isReadOnly } from './describe.ts'
import { type Behind, callOperation, type Runner } from './operation-tool.ts'
import type { Tool } from './tools.ts'

type Curated = {
  name: string
  access: 'free' | 'paid'
  description: string
  routes: readonly [Route, ...Route[]]
  /** With several routes, the argument whose value is the last segment of one of them. */
  pick: string | null
}

const curated = (
  name: string,
  access: Curated['access'],
  description: string,
  routes: Curated['routes'],
  pick: string | null = null,
): Curated => ({ name, access, description, routes, pick })

/** The exposure table: what every key sees first, in this order. Routes, so that a surface built later just works. */
export const CURATED: readonly Curated[] = [
  curated(
    'social_accounts_list',
    'paid',
    'List the connected social accounts; posts go out through their ids.',
    ['GET /social/accounts'],
  ),
  curated(
    'social_post_create',
    'paid',
    'Post to one or more connected social accounts, now or at a set time.',
    ['POST /social/posts'],
  ),
  curated(
    'social_posts_bulk_create',
    'paid',
    'Create many social posts in one call; each succeeds or fails by itself.',
    ['POST /social/posts/bulk'],
  ),
  curated('ads_campaigns_list', 'paid', 'List ad campaigns with their status and budget.', [
    'GET /ads/campaigns',
  ]),
  curated('ads_campaign_create', 'paid', 'Draft an ad campaign. Nothing is spent until it is deployed.', [
    'POST /ads/campaigns',
  ]),
  curated(
    'ads_campaign_manage',
    'paid',
    'Deploy, pause, resume or optimize an ad campaign. Deploying and resuming spend its budget.',
    [
      'POST /ads/campaigns/{id}/deploy',
      'POST /ads/campaigns/{id}/pause',
      'POST /ads/campaigns/{id}/resume',
      'POST /ads/campaigns/{id}/optimize',
    ],
    'action',
  ),
  curated('seo_rank_check', 'paid', 'Look up live where a domain ranks for one keyword.', ['POST /seo/rank']),
  curated('seo_rankings_get', 'free', 'Read cached rankings of earlier checks.', ['GET /seo/rankings']),
  curated(
    'seo_content_issues',
    'free',
    'Find pages that lose clicks (content-decay) or compete with each other (cannibalization).',
    ['GET /seo/content-decay', 'GET /seo/cannibalization'],
    'issue',
  ),
  curated(
    'aeo_scan',
    'free',
    'Scan how AI answer engines mention a brand. Uses one agent run; poll agent_run_get with the run_id.',
    ['POST /aeo/scan'],
  ),
  curated(
    'aeo_insights_get',
    'free',
    'Read what scans found: gaps, blindspots, or the share of voice against competitors.',
    ['GET /aeo/gaps', 'GET /aeo/blindspots', 'GET /aeo/share-of-voice'],
    'insight',
  ),
  curated(
    'aeo_generate',
    'paid',
    'Generate structured data (schema), an llms.txt, or proposed fixes that make a site easier to cite.',
    ['POST /aeo/schema', 'POST /aeo/llms-txt', 'POST /aeo/auto-fixes'],
    'artifact',
  ),
  curated('content_articles_list', 'free', 'List articles, newest first.', ['GET /content/articles']),
  curated('content_article_write', 'paid', 'Write an article on a topic. Uses one agent run.', [
    'POST /content/articles',
  ]),
  curated(
    'content_publish',
    'paid',
    'Publish an article to WordPress or Webflow, or distribute it to social accounts.',
    ['POST /content/articles/{id}/publish', 'POST /content/articles/{id}/distribute'],
    'action',
  ),
  curated('reviews_list', 'paid', 'List customer reviews across platforms.', ['GET /reviews']),
  curated('review_respond', 'paid', 'Answer a review publicly.', ['POST /reviews/{id}/respond']),
  curated('review_request_send', 'paid', 'Ask a customer for a review.', ['POST /reviews/requests']),
  curated(
    'gbp_audit_get',
    'free',
    'Audit a business profile for completeness, or read its metrics.',
    ['GET /gbp/audit', 'GET /gbp/metrics'],
    'report',
  ),
  curated('gbp_post_create', 'paid', 'Publish a post on a business profile.', ['POST /gbp/posts']),
  curated('local_grid_scan', 'paid', 'Measure local rank over a grid of points around a business.', [
    'POST /seo/local-grid',
  ]),
  curated('media_asset_create', 'paid', 'Store an image or video for posts and articles.', ['POST /media']),
  curated('inbox_threads_list', 'paid', 'List inbox conversations across channels.', [
    'GET /inbox/conversations',
  ]),
  curated('inbox_reply_send', 'paid', 'Reply in an inbox conversation.', [
    'POST /inbox/conversations/{id}/messages',
  ]),
  curated('job_posting_create', 'paid', 'Draft a job posting.', ['POST /job-postings']),
  curated('agent_run_start', 'paid', 'Start a packaged AI workflow by name. Uses one agent run.', [
    'POST /agents/{name}/run',
  ]),
  curated('agent_run_get', 'free', 'Read a run: poll until status is completed or failed. Costs nothing.', [
    'GET /agents/runs/{id}',
  ]),
]

export type CuratedTools = { tools: Tool[]; operations: ReadonlySet<AnyOperation> }

export function curatedTools(registry: Registry, runner: Runner): CuratedTools {
  const byRoute = new Map(registry.operations.map((operation) => [shapeOf(operation.route), operation]))
  const used = new Set<AnyOperation>()
  const tools = CURATED.map((entry): Tool => {
    const operations = new Map<string, AnyOperation>()
    for (const route of entry.routes) {
      const operation = byRoute.get(shapeOf(route))
      if (operation !== undefined) used.add(operation)
      operations.set(lastSegment(route), operation ?? planned(route))
    }
    const behind: Behind = { pick: entry.pick, operations }
    return {
      name: entry.name,
      toolsets: ['core', surfaceOf(entry.routes[0])],
      read_only: isReadOnly(behind),
      scope: null,
      listing: describeTool(entry, behind),
      call: callOperation(behind, runner),
    }
  })
  return { tools, operations: used }
}

/** Under which curated tool an operation is called, with the argument that picks it; null if it is not curated. */
export function curatedAs(
  operation: AnyOperation,
): { tool: string; arguments: Record<string, string> } | null {
  const shape = shapeOf(operation.route)
  for (const { name, pick, routes } of CURATED) {
    const route = routes.find((candidate) => shapeOf(candidate) === shape)
    if (route !== undefined)
      return { tool: name, arguments: pick === null ? {} : { [pick]: lastSegment(route) } }
  }
  return null
}

/** Path fields may be called anything. */
export function shapeOf(route: string): string {
  return route.replace(/\{\w+\}/g, '{}')
}

function lastSegment(route: Route): string {
  return route.slice(route.lastIndexOf('/') + 1)
}

function surfaceOf(route: Route): string {
  return route.split('/')[1] ?? ''
}
