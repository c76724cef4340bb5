/** A grid as a picture that can be read in print, in the dark and without colour. */
import { escapeMarkup } from '../../kernel/markup.ts'
import { metricsOf, type Point } from './grid-rules.ts'
import type { GridRow } from './grid-store.ts'
import { LEGEND, markOf, shadeOf } from './heatmap-scale.ts'

const WIDTH = 760
const MARGIN = 40
const HEAD = 132
const LARGEST_CELL = 110
const FOOT = 112
const FONT =
  'font-family="ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"'

/** Follows the reader's scheme, also when the picture is embedded in a page. */
const STYLE = `
  .paper { fill: #ffffff } .panel { fill: #f3f5f8; stroke: #d5dae2 } .line { stroke: #d5dae2 }
  .ink { fill: #10161f } .quiet { fill: #56606e } .rule { stroke: #10161f } .middle { stroke: #10161f }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #11151b } .panel { fill: #1a2029; stroke: #303947 } .line { stroke: #303947 }
    .ink { fill: #f1f4f8 } .quiet { fill: #a3aebd } .rule { stroke: #f1f4f8 } .middle { stroke: #f1f4f8 }
  }`

export function drawHeatmap(grid: GridRow): string {
  const { size, keyword } = grid.input
  const cell = Math.min(LARGEST_CELL, (WIDTH - 2 * MARGIN) / size)
  const side = cell * size
  const left = (WIDTH - side) / 2
  const height = HEAD + side + FOOT
  const title = `Local ranks for “${keyword}”`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t d" ${FONT}>`,
    `<title id="t">${xml(title)}</title><desc id="d">${xml(describe(grid))}</desc><style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="12"/>`,
    head(grid, title),
    `<g transform="translate(${left} ${HEAD})">`,
    `<rect class="panel" width="${side}" height="${side}" rx="10"/>`,
    ...lines(size, cell),
    ...grid.points.map((point) => dot(point, cell, size)),
    '</g>',
    compass(WIDTH - MARGIN - 8, 88),
    foot(grid, left, HEAD + side, cell, side),
    '</svg>',
  ].join('\n')
}

function head(grid: GridRow, title: string): string {
  const { arp, atrp, solv } = metricsOf(grid.points)
  const { size, spacing_km } = grid.input
  const facts = [
    `${size} × ${size} points, ${distance(spacing_km)} apart`,
    grid.created_at.slice(0, 10),
    ...(grid.simulated ? ['simulated'] : []),
  ].join(' · ')
  const figure = (x: number, value: string, label: string) =>
    `<text class="ink" x="${x}" y="100" font-size="20" font-weight="700">${value}<tspan class="quiet" font-size="13" font-weight="400" dx="6">${label}</tspan></text>`
  return [
    `<text class="ink" x="${MARGIN}" y="44" font-size="23" font-weight="700">${xml(shortened(title))}</text>`,
    `<text class="quiet" x="${MARGIN}" y="68" font-size="14">${xml(facts)}</text>`,
    figure(MARGIN, arp === null ? '–' : arp.toFixed(1), 'mean rank where found'),
    figure(MARGIN + 225, atrp === null ? '–' : atrp.toFixed(1), 'over all points'),
    figure(MARGIN + 395, solv === null ? '–' : `${Math.round(solv * 100)} %`, 'of points in the top 3'),
  ].join('\n')
}

function lines(size: number, cell: number): string[] {
  const from = cell / 2
  const to = cell * (size - 0.5)
  return Array.from({ length: size }, (_, index) => {
    const at = cell * (index + 0.5)
    return `<path class="line" d="M${from} ${at}H${to}M${at} ${from}V${to}" fill="none"/>`
  })
}

function dot(point: Point, cell: number, size: number): string {
  const [x, y] = [cell * (point.col + 0.5), cell * (point.row + 0.5)]
  const { color, text } = shadeOf(point)
  const mark = markOf(point)
  const radius = cell * 0.4
  const letters = Math.max(11, radius * (mark.length > 2 ? 0.72 : 0.9))
  const half = (size - 1) / 2
  const middle = point.row === half && point.col === half
  const ring = middle
    ? `<circle class="middle" cx="${x}" cy="${y}" r="${radius + 3}" fill="none" stroke-width="2.5"/>`
    : ''
  return (
    `<g><title>${mark} at ${point.lat}, ${point.lng}</title>${ring}` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>` +
    `<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-size="${letters.toFixed(1)}" font-weight="600" fill="${text}">${mark}</text></g>`
  )
}

function compass(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})"><path class="ink" d="M0 -16L6 0H-6Z"/><text class="ink" y="13" font-size="12" font-weight="700" text-anchor="middle">N</text></g>`
}

/** The scale on the left, as many steps as make a bar that is easy to compare with; the legend below. */
function foot(grid: GridRow, left: number, top: number, cell: number, side: number): string {
  const steps = Math.max(1, Math.min(grid.input.size - 1, Math.round(120 / cell)))
  const bar = steps * cell
  const y = top + 34
  const scale =
    `<path class="rule" d="M${left} ${y - 6}V${y}H${left + bar}V${y - 6}" fill="none" stroke-width="2"/>` +
    `<text class="ink" x="${left + bar + 10}" y="${y + 1}" font-size="13">${distance(steps * grid.input.spacing_km)}</text>`
  const middle = `<circle class="middle" cx="${left + side - 92}" cy="${y - 4}" r="7" fill="none" stroke-width="2.5"/><text class="ink" x="${left + side - 78}" y="${y + 1}" font-size="13">the middle</text>`
  let x = MARGIN
  const legend = LEGEND.map(({ label, color }) => {
    const item = `<rect x="${x}" y="${y + 34}" width="18" height="18" rx="9" fill="${color}"/><text class="ink" x="${x + 25}" y="${y + 48}" font-size="13">${label}</text>`
    x += 25 + label.length * 7 + 22
    return item
  })
  return [scale, middle, ...legend].join('\n')
}

function distance(km: number): string {
  return km < 1 ? `${Math.round(km * 1_000)} m` : `${Math.round(km * 10) / 10} km`
}

function describe(grid: GridRow): string {
  const { size } = grid.input
  const rows = Array.from({ length: size }, (_, row) =>
    grid.points
      .slice(row * size, (row + 1) * size)
      .map(markOf)
      .join(' '),
  )
  return `Ranks from north to south, each line from west to east: ${rows.join('; ')}.`
}

/** By characters and not by halves of them, which are not allowed in XML. */
function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 46 ? `${letters.slice(0, 44).join('')}…”` : text
}

function xml(text: string): string {
  // Control characters and what is no character are not allowed in XML, whatever JSON says.
  return escapeMarkup(text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' '))
}
