import { describe, expect, it } from 'vitest'
import {
  checkColumns,
  headerKey,
  isResultsHeader,
  looksLikeData,
  placeOfHeader,
  resultColumns,
  traitOfHeader,
} from '../../../src/shared/spreadsheet/columns.ts'
import { allPrivate, guessColumns, withOtherColumns } from '../../../src/shared/spreadsheet/guess-columns.ts'

describe('the place of a header', () => {
  const columns = [
    { header: 'who', field: 'recipient' },
    { header: 'name', field: 'ignore' },
    { header: 'name', field: 'name' },
    { header: 'note', field: 'ignore' },
    { header: 'note', field: 'ignore' },
  ] as const

  it('is that of the column of this name that is minted, else of the first', () => {
    expect(['who', 'name', 'note', 'colour'].map((header) => placeOfHeader(columns, header))).toEqual([0, 2, 3, -1])
  })
})

describe('header names', () => {
  it.each([
    ['recipient', 'recipient'],
    ['Address', 'recipient'],
    ['WALLET', 'recipient'],
    ['Wallet Address', 'recipient'],
    ['wallet_address', 'recipient'],
    ['to', 'recipient'],
    ['Owner', 'recipient'],
    ['receiver', 'recipient'],
    ['E-Mail', 'email'],
    ['email', 'email'],
    ['mail', 'email'],
    ['userId', 'userId'],
    ['User ID', 'userId'],
    ['user_id', 'userId'],
    ['user', 'userId'],
    ['Title', 'name'],
    ['description', 'description'],
    ['Image URL', 'image'],
    ['picture', 'image'],
    ['media', 'image'],
    ['animation-url', 'animation_url'],
    ['video', 'animation_url'],
    ['animation', 'animation_url'],
    ['External URL', 'external_url'],
    ['traits', 'attributes'],
    ['properties', 'attributes'],
    ['Qty', 'quantity'],
    ['copies', 'quantity'],
    ['amount', 'quantity'],
    ['External ID', 'id'],
    ['reference', 'id'],
    ['Token URI', 'metadata_uri'],
    ['metadata url', 'metadata_uri'],
    ['Compressed', 'compressed'],
  ])('takes %s for %s', (header, field) => {
    expect(guessColumns([header])).toEqual([{ header, field }])
  })

  it.each([
    ['attributes.Colour', { trait: 'Colour' }],
    ['Attributes.Shoe size', { trait: 'Shoe size' }],
    ['trait:Colour', { trait: 'Colour' }],
    ['Trait: Colour', { trait: 'Colour' }],
    ['trait_type Colour', { trait: 'Colour' }],
    ['Trait Type Colour', { trait: 'Colour' }],
    ['attributes.Level:number', { trait: 'Level', displayType: 'number' }],
    ['attributes.Speed:boost_number', { trait: 'Speed', displayType: 'boost_number' }],
    ['trait:Luck:boost_percentage', { trait: 'Luck', displayType: 'boost_percentage' }],
    ['attributes.Born:date', { trait: 'Born', displayType: 'date' }],
    ['attributes.a:b', { trait: 'a:b' }],
    ['trait_type', undefined],
    ['attributes', undefined],
  ])('takes %s for one trait', (header, trait) => {
    expect(traitOfHeader(header)).toEqual(trait)
  })

  it('keeps other columns private, and makes them traits with one switch, or one by one', () => {
    const headers = ['recipient', 'Shoe size', 'Phone', '']
    const off = guessColumns(headers)
    expect(off.map(({ field }) => field)).toEqual(['recipient', 'ignore', 'ignore', 'ignore'])
    const on = withOtherColumns(off, { all: true, named: [] })
    expect(on.map(({ field }) => field)).toEqual(['recipient', 'trait', 'ignore', 'ignore'])
    expect(withOtherColumns(on, allPrivate)).toEqual(off)
    expect(withOtherColumns(off, { all: false, named: ['phone'] })[2]).toEqual({
      ...{ header: 'Phone', field: 'trait', trait: 'Phone' },
    })
  })

  it('prefers the field itself to its other names, whichever comes first', () => {
    expect(guessColumns(['title', 'name']).map(({ field }) => field)).toEqual(['ignore', 'name'])
  })

  it('leaves it to the row where two columns can name the recipient', () => {
    expect(guessColumns(['address', 'owner', 'email']).map(({ field }) => field)).toEqual([
      'recipient',
      'recipient',
      'email',
    ])
  })

  it('knows a header line again however it is written', () => {
    expect(headerKey(['Wallet Address', 'NAME'])).toBe(headerKey(['wallet_address', 'name']))
  })

  it('knows a results file', () => {
    const headers = ['recipient', 'name', ...resultColumns]
    expect(isResultsHeader(headers)).toBe(true)
    expect(guessColumns(headers).filter(({ field }) => field === 'result')).toHaveLength(resultColumns.length)
  })
})

describe('a header line', () => {
  const codes = (headers: string[], answered = false) =>
    checkColumns(guessColumns(headers), 1, answered).map(({ code, column }) => [code, column])

  it('must name the recipients', () => {
    expect(codes(['name', 'image'])).toEqual([['file.header', '']])
    expect(checkColumns(guessColumns(['name']), 1, false)[0]?.message).toMatch(/one column, "name"/)
  })

  it('may not have two columns of one name, until a person picks', () => {
    expect(codes(['recipient', 'name', 'Name'])).toEqual([['header.duplicate', 'Name']])
    expect(codes(['recipient', 'note', 'note'])).toEqual([['header.duplicate', 'note']])
    const [recipient, first, second] = guessColumns(['recipient', 'name', 'name'])
    if (recipient === undefined || first === undefined || second === undefined) throw new Error('three columns')
    expect(checkColumns([recipient, first, { ...second, field: 'ignore' }], 1, true)).toEqual([])
    expect(checkColumns([recipient, first, { ...second, field: 'name' }], 1, true)).toHaveLength(1)
  })

  it('may have columns without a name', () => {
    expect(codes(['recipient', '', ''])).toEqual([])
  })

  it('is told from data', () => {
    expect(looksLikeData(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Ada'])).toBe(true)
    expect(looksLikeData(['x', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'])).toBe(true)
    expect(looksLikeData(['solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'])).toBe(true)
    // Of Aptos, of which zeros in front may be left out.
    for (const digits of ['ab12'.repeat(16), 'ab12'.repeat(15)])
      for (const own of [`0x${digits}`, `aptos:0x${digits}`]) expect(looksLikeData(['x', own]), own).toBe(true)
    expect(looksLikeData([`0x${'a1'.repeat(32)}`, 'Badge 1', '1.png'])).toBe(true)
    expect(looksLikeData([`aptos:0x${'a1'.repeat(32)}`])).toBe(true)
    expect(looksLikeData(['custom-net2:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])).toBe(true)
    expect(looksLikeData(['ada@example.com'])).toBe(true)
    expect(looksLikeData(['x', 'https://example.com/a.png'])).toBe(true)
    expect(looksLikeData(['recipient', 'name', 'e-mail'])).toBe(false)
  })
})
