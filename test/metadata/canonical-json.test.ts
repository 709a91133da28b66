import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/core/lib/canonical-json.ts'

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  )
}

describe('canonical JSON', () => {
  it('is RFC 8785’s example', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('keeps unknown keys, __proto__ among them, and leaves out what is undefined', () => {
    const given: unknown = JSON.parse('{"b":1,"__proto__":{"x":1},"a":{"d":-0,"c":[]}}')
    expect(canonicalJson(given)).toBe('{"__proto__":{"x":1},"a":{"c":[],"d":0},"b":1}')
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })

  it('is read back as the same value, and is the same for every order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reordered(value))).toBe(text)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it.each([
    [{ a: { b: [1, Number.NaN] } }, '`a.b[1]` is NaN, which JSON cannot hold.'],
    [{ a: Number.POSITIVE_INFINITY }, '`a` is Infinity, which JSON cannot hold.'],
    [{ name: 'x\ud800' }, '`name` holds a broken character (half a surrogate pair).'],
    [{ a: 1n }, '`a` is a bigint, which JSON cannot hold.'],
    [{ a: [undefined] }, '`a[0]` is undefined, which JSON cannot hold.'],
    [{ a: new Date(0) }, '`a` is not a plain object, list, text, number, boolean or null.'],
    [undefined, 'The document is undefined, which JSON cannot hold.'],
  ])('says where it cannot be: %#', (value, message) => expect(() => canonicalJson(value)).toThrow(message))

  it('refuses a document too deep for any reader', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(() => canonicalJson(deep)).toThrow('more than 100 levels deep')
  })
})
