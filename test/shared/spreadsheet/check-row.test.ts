import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChainName } from '../../../src/shared/chains.ts'
import { checkRow } from '../../../src/shared/spreadsheet/check-row.ts'
import { guessColumns } from '../../../src/shared/spreadsheet/guess-columns.ts'
import type { RowRules } from '../../../src/shared/spreadsheet/row-cells.ts'

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const image = 'https://example.com/1.png'
const aptosAda = `0x${'ab12'.repeat(16)}`
const solanaAda = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(7)))
const good: Record<string, string> = { recipient: ada, name: 'One', image }

function check(cells: Record<string, string>, rules: Partial<RowRules> = {}) {
  const columns = guessColumns(Object.keys(cells))
  const base = { columns, chain: 'polygon' as ChainName, hasBaseUri: false, hasMedia: false }
  return checkRow(Object.values(cells), 7, { ...base, ...rules })
}

const brief = (cells: Record<string, string>, rules: Partial<RowRules> = {}) =>
  check(cells, rules).findings.map(({ code, column, level }) => [code, column, level])

describe('the codes of a row', () => {
  const solana: Partial<RowRules> = { chain: 'solana' }
  const aptos: Partial<RowRules> = { chain: 'aptos' }
  it.each<[string, Record<string, string>, [string, string], Partial<RowRules>?]>([
    ['no recipient', { ...good, recipient: ' ' }, ['recipient.missing', 'recipient']],
    ['two recipients', { ...good, email: 'ada@example.com' }, ['recipient.ambiguous', 'email']],
    ['a word', { ...good, recipient: 'Ada' }, ['recipient.format', 'recipient']],
    ['a short address', { ...good, recipient: '0x12' }, ['recipient.format', 'recipient']],
    ['no e-mail address', { email: 'ada', name: 'x', image }, ['recipient.format', 'email']],
    ['a phone number that Excel shortened', { userId: '4.91711E+11', name: 'x', image }, ['cell.digits', 'userId']],
    ['the same in German', { ...good, id: '4,91711E+11' }, ['cell.digits', 'id']],
    ['a mistyped address', { ...good, recipient: ada.replace('A', 'a') }, ['recipient.checksum', 'recipient']],
    ['another chain', { ...good, recipient: `base:${ada}` }, ['recipient.chain', 'recipient']],
    ['the zero address', { ...good, recipient: `0x${'0'.repeat(40)}` }, ['recipient.zero', 'recipient']],
    ['a burn address', { ...good, recipient: `0x${'0'.repeat(36)}dEaD` }, ['recipient.burn', 'recipient']],
    ['a precompile', { ...good, recipient: `0x${'0'.repeat(39)}1` }, ['recipient.burn', 'recipient']],
    ['the system program', { ...good, recipient: '1'.repeat(32) }, ['recipient.burn', 'recipient'], solana],
    [
      'the token program',
      { ...good, recipient: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' },
      ['recipient.burn', 'recipient'],
      solana,
    ],
    ['an EVM address on Solana', { ...good, recipient: ada }, ['recipient.format', 'recipient'], solana],
    ['an EVM address on Aptos', { ...good, recipient: ada }, ['recipient.format', 'recipient'], aptos],
    ['a Solana address on Aptos', { ...good, recipient: solanaAda }, ['recipient.format', 'recipient'], aptos],
    ['no hex on Aptos', { ...good, recipient: '0xzz' }, ['recipient.format', 'recipient'], aptos],
    ['too many digits', { ...good, recipient: `0x${'1'.repeat(65)}` }, ['recipient.format', 'recipient'], aptos],
    [
      'half an address on Aptos',
      { ...good, recipient: aptosAda.slice(0, 34) },
      ['recipient.format', 'recipient'],
      aptos,
    ],
    ['the framework of Aptos', { ...good, recipient: '0x4' }, ['recipient.reserved', 'recipient'], aptos],
    [
      'a long name on Aptos, in bytes',
      { recipient: aptosAda, name: 'é'.repeat(65), image },
      ['metadata.length', 'name'],
      aptos,
    ],
    [
      'a long address of metadata on Aptos',
      { recipient: aptosAda, metadata_uri: `https://x.io/${'a'.repeat(500)}` },
      ['metadata.length', 'metadata_uri'],
      aptos,
    ],
    ['a Solana address on EVM', { ...good, recipient: solanaAda }, ['recipient.format', 'recipient']],
    [
      'half a Solana address',
      { ...good, recipient: solanaAda.slice(0, 40) },
      ['recipient.format', 'recipient'],
      solana,
    ],
    ['no name', { ...good, name: '' }, ['metadata.name', 'name']],
    ['no image', { ...good, image: '' }, ['metadata.image', 'image']],
    ['an image that is no URL', { ...good, image: 'a.png' }, ['metadata.url', 'image']],
    ['a script as image', { ...good, image: 'javascript:alert(1)' }, ['metadata.url', 'image'], { hasMedia: true }],
    ['an animation by ftp', { ...good, animation_url: 'ftp://e.com/a' }, ['metadata.url', 'animation_url']],
    ['a URL without host', { ...good, image: 'https://' }, ['metadata.url', 'image']],
    [
      'a long address of metadata on Solana, in bytes',
      { recipient: solanaAda, metadata_uri: `https://x.io/${'é'.repeat(94)}` },
      ['metadata.length', 'metadata_uri'],
      solana,
    ],
    [
      'a long name on Solana',
      { ...good, recipient: solanaAda, name: 'é'.repeat(17) },
      ['metadata.length', 'name'],
      solana,
    ],
    ['attributes that are not JSON', { ...good, attributes: '{a' }, ['attributes.json', 'attributes']],
    ['attributes that are a number', { ...good, attributes: '7' }, ['attributes.json', 'attributes']],
    ['an attribute without value', { ...good, attributes: '[{"trait_type":"a"}]' }, ['attributes.json', 'attributes']],
    ['an attribute without a name', { ...good, attributes: '[{"value":"a"}]' }, ['attributes.json', 'attributes']],
    ['a nested attribute', { ...good, attributes: '{"a":{"b":1}}' }, ['attributes.json', 'attributes']],
    [
      'an attribute with more digits than a number keeps',
      { ...good, attributes: '{"a":9007199254740993}' },
      ['attributes.json', 'attributes'],
    ],
    [
      'a number with more digits than it keeps',
      { ...good, 'trait:a:number': '9007199254740993' },
      ['attributes.json', 'trait:a:number'],
    ],
    ['a number that is none', { ...good, 'trait:a:number': 'x' }, ['attributes.json', 'trait:a:number']],
    ['a date that is none', { ...good, 'trait:a:date': '2025-13-01' }, ['attributes.json', 'trait:a:date']],
    ['quantity 0', { ...good, quantity: '0' }, ['quantity.number', 'quantity']],
    ['half a quantity', { ...good, quantity: '1.5' }, ['quantity.number', 'quantity']],
    ['a negative quantity', { ...good, quantity: '-1' }, ['quantity.number', 'quantity']],
    ['too large a quantity', { ...good, quantity: '10001' }, ['quantity.number', 'quantity']],
    ['compressed: perhaps', { ...good, compressed: 'perhaps' }, ['compressed.value', 'compressed']],
    ['2 MB in a cell', { ...good, image: 'x'.repeat(2_000_000) }, ['file.size', 'image']],
  ])('%s', (_, cells, [code, column], rules) => {
    expect(brief(cells, rules)).toEqual([[code, column, 'error']])
    expect(check(cells, rules).draft).toBeUndefined()
  })

  it('names columns without a header by their letters', () => {
    const columns = guessColumns(['name', '', 'email']).map((column, at) =>
      at === 1 ? { ...column, field: 'recipient' as const } : column,
    )
    const rules: RowRules = { columns, chain: 'polygon', hasBaseUri: true, hasMedia: false }
    const said = (...cells: string[]) => checkRow(cells, 2, rules).findings[0]?.message
    expect(said('One', '', '')).toBe('No recipient is given: fill in column B or email.')
    expect(said('One', ada, 'a@e.com')).toContain('2 times, in column B and email: keep')
  })

  it('says of a link with a space how a space is written, and not that its beginning lacks', () => {
    const said = (image: string) => check({ ...good, image }).findings[0]?.message
    expect(said('https://e.com/my cat.png')).toBe(
      '"https://e.com/my cat.png" is not a URL: write each space in it as %20, or correct it.',
    )
    expect(said('https://')).toBe('"https://" is not a URL: correct it.')
  })

  it('warns of a Solana address that is no point of the curve, and mints it', () => {
    const cells = { ...good, recipient: '6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX' }
    const { findings, draft } = check(cells, solana)
    expect(findings).toMatchObject([{ code: 'recipient.offCurve', level: 'warning', row: 7, column: 'recipient' }])
    expect(draft?.recipient).toBe(`solana:${cells.recipient}`)
  })

  it('counts cells against the header', () => {
    const columns = guessColumns(['recipient', 'name', 'image', 'note'])
    const rules: RowRules = { columns, chain: 'polygon', hasBaseUri: false, hasMedia: false }
    expect(checkRow([ada, 'One', image], 2, rules).findings).toEqual([])
    expect(checkRow([ada, 'One', image, '', '', ''], 2, rules).findings).toEqual([])
    expect(checkRow([ada, 'One', image, '', '', 'x'], 2, rules).findings).toMatchObject([
      { row: 2, column: '', code: 'row.columns', level: 'error' },
    ])
  })
})

describe('a good row', () => {
  it.each([
    [{ recipient: ada }, `polygon:${ada}`],
    [{ recipient: ` ${ada.toLowerCase()} ` }, `polygon:${ada}`],
    [{ recipient: `polygon:${ada}` }, `polygon:${ada}`],
    [{ recipient: 'Ada@Example.com' }, 'email:ada@example.com:polygon'],
    [{ recipient: 'email:ada@example.com:polygon' }, 'email:ada@example.com:polygon'],
    [{ recipient: 'userId:7:polygon' }, 'userId:7:polygon'],
    [{ email: 'ada@example.com' }, 'email:ada@example.com:polygon'],
    [{ recipient: '', 'user id': '7' }, 'userId:7:polygon'],
  ])('names its recipient: %j', (cells, recipient) => {
    expect(check({ ...(cells as Record<string, string>), name: 'One', image }).draft?.recipient).toBe(recipient)
  })

  it('becomes metadata, traits and all', () => {
    const { draft } = check({
      ...good,
      description: 'Two\nlines',
      external_url: 'https://example.com',
      attributes: '{"Colour":"Red","Legs":4}',
      'attributes.Level:number': '7.5',
      'trait:Born:date': '2025-12-31T18:00:00Z',
      'attributes.Size': 'XL',
      Phone: '+49 30 901820',
      Empty: '',
      quantity: '3',
      id: 'a-1',
    })
    expect(draft).toEqual({
      recipient: `polygon:${ada}`,
      quantity: 3,
      id: 'a-1',
      metadata: {
        name: 'One',
        image,
        description: 'Two\nlines',
        external_url: 'https://example.com',
        attributes: [
          { trait_type: 'Colour', value: 'Red' },
          { trait_type: 'Legs', value: 4 },
          { display_type: 'number', trait_type: 'Level', value: 7.5 },
          { display_type: 'date', trait_type: 'Born', value: 1767204000 },
          { trait_type: 'Size', value: 'XL' },
        ],
      },
    })
  })

  it.each([
    'http://e.com',
    'HTTPS://e.com/a b.png'.replace(' ', '%20'),
    'ipfs://bafy/1',
    'ar://x',
    'data:image/png;base64,AA',
  ])('takes the URL %s', (url) => {
    expect(brief({ ...good, image: url })).toEqual([])
  })

  it('needs no name and image where the metadata is hosted, or the collection has a base URI', () => {
    expect(check({ recipient: ada, 'token uri': 'ipfs://x/1.json' }).draft).toEqual({
      recipient: `polygon:${ada}`,
      quantity: 1,
      metadataUri: 'ipfs://x/1.json',
    })
    expect(check({ recipient: ada }, { hasBaseUri: true }).draft).toEqual({ recipient: `polygon:${ada}`, quantity: 1 })
  })

  it('may name a file of the folder that was dropped along', () => {
    const { media, draft } = check({ ...good, image: '.\\pictures\\1.png' }, { hasMedia: true })
    expect(media).toEqual([{ column: 'image', name: 'pictures/1.png' }])
    expect(draft?.metadata?.image).toBe('pictures/1.png')
  })

  it('is compressed or not on Solana only', () => {
    expect(check({ ...good, compressed: 'FALSE' }).draft?.compressed).toBeUndefined()
    const recipient = solanaAda
    expect(check({ ...good, recipient, compressed: 'FALSE' }, { chain: 'solana' }).draft?.compressed).toBe(false)
  })
})

it('never throws, and says draft or error of any text', () => {
  const headers = [
    'recipient',
    'email',
    'name',
    'image',
    'attributes',
    'trait:a:date',
    'quantity',
    'id',
    'metadata_uri',
  ]
  const columns = guessColumns(headers)
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(ada, image, '[]', '1', '"')), { maxLength: 12 }),
      fc.constantFrom<ChainName>('polygon', 'solana', 'aptos'),
      (cells, chain) => {
        const { findings, draft } = checkRow(cells, 3, { columns, chain, hasBaseUri: false, hasMedia: true })
        expect(draft === undefined).toBe(findings.some(({ level }) => level === 'error'))
        for (const finding of findings) expect(finding.row).toBe(3)
      },
    ),
    { numRuns: 300 },
  )
})
