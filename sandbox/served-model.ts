/** Days of the year on which vendors put a new snapshot behind a model name. */
const RELEASES = ['01-14', '04-23', '08-06', '11-02'] as const

/**
 * The snapshot that serves a model on a day. It changes four times a year, so that a comparison of
 * two dates can meet a changed model as it does in life.
 */
export function snapshotDay(day: string): string {
  const year = Number(day.slice(0, 4))
  const passed = RELEASES.filter((release) => release <= day.slice(5))
  return passed.length > 0 ? `${year}-${passed.at(-1)}` : `${year - 1}-${RELEASES.at(-1)}`
}

/** The model name as the answer states it; a name that already carries a date is served as asked. */
export function servedModel(
  model: string,
  day: string,
  style: 'dashed' | 'packed' | 'short' | 'plain',
): string {
  if (style === 'plain' || /\d{4}-\d{2}-\d{2}$|\d{8}$/.test(model)) return model
  const snapshot = snapshotDay(day)
  if (style === 'dashed') return `${model}-${snapshot}`
  const packed = snapshot.replaceAll('-', '')
  return style === 'packed' ? `${model}-${packed}` : `${model}-${packed.slice(4)}`
}

/** A moment on the day that depends on the request alone, so that equal requests get equal bytes. */
export function moment(day: string, fraction: number): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000 + fraction * 86_399)
}
