import type { Payments, UsageReport } from '../providers/payments/contract.ts'
import type { Db } from '../store/db.ts'
import { confirmReport, openReports, type ReportRow } from './report-store.ts'

const EVERY_MS = 60_000
const AT_ONCE = 100

type Log = { error(details: object, message: string): void }

/** Tells the payment provider once a minute what tenants used past their plans. */
export function startUsageReports(db: Db, payments: Payments | null, log: Log): () => void {
  if (payments?.reportUsage == null) return () => {}
  const timer = setInterval(() => {
    reportOverages(db, payments, log).catch((error) => log.error({ err: error }, 'usage reports failed'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Each report is written down before it is sent and keeps its identifier until it is confirmed: a crash in between
 * sends the same one again, which the provider counts once. Whole micro-dollars, so that the sum stays exact.
 */
export async function reportOverages(db: Db, payments: Payments, log: Log): Promise<number> {
  const report = payments.reportUsage
  if (report === null) return 0
  const open = await db.transaction((tx) => openReports(tx, AT_ONCE))
  let told = 0
  for (const row of open) {
    const outcome = await report(asReport(row))
    if (outcome.ok) told += await confirmReport(db, row)
    else log.error({ tenant_id: row.tenant_id, code: outcome.code }, 'a usage report was not taken')
  }
  return told
}

function asReport(row: ReportRow): UsageReport {
  return {
    identifier: `${row.tenant_id}:${row.period}:${row.number}`,
    customer_id: row.stripe_customer_id,
    value: row.pending_micros,
    at: row.pending_at,
  }
}
