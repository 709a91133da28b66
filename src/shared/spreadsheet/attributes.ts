import { z } from 'zod'
import type { ColumnMapping } from '../app-api.ts'
import { keepsDigits, lostDigits, parseExact } from '../exact-json.ts'
import { type Attribute, attributeSchema, displayTypes, pathText } from '../nft-metadata.ts'
import { shown } from './finding.ts'

export type ParsedAttributes = { ok: true; attributes: Attribute[] } | { ok: false; message: string }

const list = z.array(
  attributeSchema.extend({ trait_type: z.string({ error: 'trait_type is required and must be text.' }) }),
)
const traits = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const shape = 'Write a list such as [{"trait_type":"Colour","value":"Red"}] or an object such as {"Colour":"Red"}.'

/** The `attributes` cell: a JSON array of `{trait_type, value, display_type?}`, or an object of trait names and values. */
export function parseAttributes(text: string): ParsedAttributes {
  let value: unknown
  try {
    value = parseExact(text)
  } catch {
    return { ok: false, message: `${shown(text)} is not JSON. ${shape}` }
  }
  const tooLong = lostDigits(value)?.written
  if (tooLong !== undefined)
    return { ok: false, message: `${tooLong} has more digits than a number keeps: write it as text, "${tooLong}".` }
  if (Array.isArray(value)) {
    const parsed = list.safeParse(value)
    if (parsed.success) return { ok: true, attributes: parsed.data }
    const issue = parsed.error.issues[0]
    const where = issue === undefined ? '' : pathText(issue.path)
    return { ok: false, message: `The attributes${where} are wrong: ${issue?.message ?? ''} ${shape}` }
  }
  const parsed = traits.safeParse(value)
  if (parsed.success)
    return {
      ok: true,
      attributes: Object.entries(parsed.data).map(([trait_type, value]) => ({ trait_type, value })),
    }
  return {
    ok: false,
    message: `The attributes are not a list of traits, nor an object of names and plain values. ${shape}`,
  }
}

export type ParsedTrait = { ok: true; attribute: Attribute } | { ok: false; message: string }

/** One trait from its own column; a display type requires a number or, for `date`, a date or time (UTC). */
export function parseTrait(trait: string, displayType: ColumnMapping['displayType'], text: string): ParsedTrait {
  if (displayType === undefined) return { ok: true, attribute: { trait_type: trait, value: text } }
  if (displayType === 'string')
    return { ok: true, attribute: { display_type: displayTypes[4], trait_type: trait, value: text } }
  if (displayType !== 'date' && /^\d{16,}$/.test(text) && !keepsDigits(text))
    return {
      ok: false,
      message: `${shown(text)} has more digits than a number keeps: make the trait ${shown(trait)} one without a display type.`,
    }
  const value = displayType === 'date' ? unixSeconds(text) : numberOf(text)
  if (value !== undefined) return { ok: true, attribute: { display_type: displayType, trait_type: trait, value } }
  const message =
    displayType === 'date'
      ? `${shown(text)} is not a date: write the trait ${shown(trait)} as 2025-12-31, 2025-12-31T18:00:00Z, or seconds since 1970.`
      : `${shown(text)} is not a number: write the trait ${shown(trait)} with digits and a point, as 7 or 7.5.`
  return { ok: false, message }
}

function numberOf(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : undefined
}

function unixSeconds(text: string): number | undefined {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  const day = iso?.[1] ?? ''
  if (iso === null || !isDay(day)) return undefined
  const milliseconds = Date.parse(`${day}T${iso[2] ?? '00:00'}${iso[3] ?? 'Z'}`)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}

/** Whether a day exists in the calendar: `Date.parse` reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
}
