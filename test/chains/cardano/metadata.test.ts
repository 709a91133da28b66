import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataOf } from '../../../src/core/chains/cardano/metadata.ts'

const policy = 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc'
const hex = (text: string) => Buffer.from(text).toString('hex')
const clay = { policy, name: hex('Clay #17') }
const cid = 'QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp'
const nft = { policy, name: `000de140${hex('SpaceBud')}` }
const bytes = (text: string) => ({ bytes: hex(text) })
const pair = (key: string, v: unknown) => ({ k: bytes(key), v })
const datumOf = (...pairs: object[]) => ({
  222: { constructor: 0, fields: [{ map: pairs }, { int: 1 }, { constructor: 0, fields: [] }] },
})

describe('CIP-25', () => {
  const own = { name: 'Clay #17', image: ['ipfs://', cid], mediaType: 'image/png', artist: 'B. Lang', version: '1.0' }

  it.each([
    ['of version 1, by text', { 721: { [policy]: { 'Clay #17': own } } }],
    ['of version 2, by hex', { 721: { [policy]: { [clay.name]: own }, version: 2 } }],
    ['of version 2, as services write bytes', { 721: { [`0x${policy.toUpperCase()}`]: { [`0x${clay.name}`]: own } } }],
    [
      'beside others',
      { 20: {}, 721: { [policy]: { 'Clay #1': { name: 'other' }, 'Clay #17': own }, ['00'.repeat(28)]: {} } },
    ],
  ])('is found %s, its chunks in one piece, and other fields kept', (_how, minted) => {
    expect(metadataOf(clay, { minted })).toEqual({
      ...own,
      image: `ipfs://${cid}`,
      ...{ description: '', animation_url: '', attributes: [] },
    })
  })

  it('takes files, descriptions in chunks, bare CIDs, and traits in the ways that projects write them', () => {
    const of = (fields: object) => metadataOf(clay, { minted: { 721: { [policy]: { 'Clay #17': fields } } } })
    expect(
      of({
        name: 'A film',
        description: ['One long sentence, ', 'in two chunks.'],
        files: [
          { name: 'still', mediaType: 'image/png', src: [cid, '/still.png'] },
          { mediaType: 'video/mp4', src: 'ar://abc' },
        ],
      }),
    ).toMatchObject({
      description: 'One long sentence, in two chunks.',
      image: `ipfs://${cid}/still.png`,
      animation_url: 'ar://abc',
      files: [{ src: `ipfs://${cid}/still.png` }, { src: 'ar://abc' }],
    })
    expect(of({ files: { mediaType: 'image/png', src: cid } })).toMatchObject({ image: `ipfs://${cid}` })
    const hat = { trait_type: 'Hat', value: 'Red' }
    expect(of({ attributes: [hat] })).toMatchObject({ attributes: [hat] })
    expect(of({ attributes: { Hat: 'Red', Level: 7, Odd: { a: 1 } } })).toMatchObject({
      attributes: [hat, { trait_type: 'Level', value: 7 }],
    })
    expect(of({ traits: [{ Hat: 'Red' }, { name: 'Hat', value: 'Red' }, 'Rare'] })).toMatchObject({
      attributes: [hat, hat, { trait_type: '', value: 'Rare' }],
    })
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'metadata'],
    ['another label', { 674: { msg: ['hello'] } }],
    ['a text at 721', { 721: 'all of it' }],
    ['a list at 721', { 721: [{ name: 'x' }] }],
    ['another policy', { 721: { ['00'.repeat(28)]: { 'Clay #17': {} } } }],
    ['a text in place of the fields', { 721: { [policy]: { 'Clay #17': 'Clay' } } }],
  ])('of %s is none', (_what, minted) => {
    expect(metadataOf(clay, { minted })).toBeNull()
  })

  it('with fields of other types has these empty, and the name from its asset', () => {
    const minted = {
      721: { [policy]: { 'Clay #17': { name: { en: 'Clay' }, image: 7, description: [1, 2], attributes: 'red' } } },
    }
    expect(metadataOf(clay, { minted })).toEqual({
      ...{ name: 'Clay #17', image: '7', description: '', animation_url: '', attributes: [] },
    })
  })
})

describe('CIP-68', () => {
  it('is read from the datum, bytes as text where they are text', () => {
    const datum = datumOf(
      pair('name', bytes('SpaceBud')),
      pair('image', { list: [bytes('ipfs://'), bytes(cid)] }),
      pair('files', { list: [{ map: [pair('mediaType', bytes('video/mp4')), pair('src', bytes('ipfs://v'))] }] }),
      pair('id', { int: 17 }),
      pair('seal', { bytes: 'ff00' }),
      { k: { int: 5 }, v: bytes('by number') },
    )
    expect(metadataOf(nft, { datum })).toEqual({
      ...{ name: 'SpaceBud', image: `ipfs://${cid}`, description: '', animation_url: 'ipfs://v', attributes: [] },
      ...{ id: 17, seal: 'ff00', 5: 'by number', files: [{ mediaType: 'video/mp4', src: 'ipfs://v' }] },
    })
  })

  it('of version 4 stands below 721, policy and name without its label', () => {
    const inner = { map: [pair('name', bytes('Deep')), pair('image', bytes('ipfs://test'))] }
    const datum = datumOf(
      pair('721', { map: [{ k: { bytes: policy }, v: { map: [{ k: bytes('SpaceBud'), v: inner }] } }] }),
    )
    expect(metadataOf(nft, { datum })).toMatchObject({ name: 'Deep', image: 'ipfs://test' })
  })

  it.each([
    ['none', null],
    ['a hash', { 222: 'd8799f' }],
    ['no fields', { 222: { constructor: 0, fields: [] } }],
    ['a list', { 222: { constructor: 0, fields: [{ list: [{ int: 1 }] }] } }],
  ])('in a datum of another shape (%s) is none, and CIP-25 is looked for', (_what, datum) => {
    expect(metadataOf(nft, { datum })).toBeNull()
    const minted = { 721: { [policy]: { SpaceBud: { name: 'of CIP-25' } } } }
    expect(metadataOf(nft, { datum, minted })).toMatchObject({ name: 'of CIP-25' })
  })
})

it('what a service decoded is taken as it is, and the registry fills what is missing', () => {
  expect(metadataOf(nft, { fields: { name: 'B', image: ['ipfs://', cid] } })).toMatchObject({
    name: 'B',
    image: `ipfs://${cid}`,
  })
  expect(
    metadataOf(nft, { fields: null, registry: { name: 'R', description: 'registered', logo: 'iVBO' } }),
  ).toMatchObject({
    ...{ name: 'R', description: 'registered', image: 'data:image/png;base64,iVBO' },
  })
  expect(metadataOf(nft, {})).toBeNull()
  expect(metadataOf(nft, { fields: {} })).toBeNull()
})

it('of any shape at all, it is an object or none, and never a fault', () => {
  const any = fc.jsonValue({ maxDepth: 6 })
  fc.assert(
    fc.property(any, any, any, any, (minted, datum, fields, registry) => {
      for (const told of [
        { minted, datum, fields, registry },
        { minted: { 721: { [policy]: { 'Clay #17': minted } } }, datum: { 222: { fields: [datum] } } },
        { datum: datumOf({ k: datum, v: minted }, pair('name', fields), pair('files', { list: [registry] })) },
      ]) {
        const found = metadataOf(clay, told)
        if (found === null) continue
        for (const text of ['name', 'description', 'image', 'animation_url']) expect(typeof found[text]).toBe('string')
        expect(Array.isArray(found.attributes)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
  let deep: unknown = { bytes: '41' }
  for (let n = 0; n < 5_000; n++) deep = { list: [deep] }
  expect(() => metadataOf(nft, { datum: datumOf(pair('name', deep)) })).not.toThrow()
})
