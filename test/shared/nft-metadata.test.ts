import { describe, expect, it } from 'vitest'
import { checkMetadata, maxMetadataBytes } from '../../src/shared/nft-metadata.ts'

describe('NFT metadata', () => {
  it('is taken as it is given, unknown keys and all', () => {
    const given = {
      name: 'Badge',
      image: 'https://example.com/1.png',
      description: 'For being there',
      animation_url: 'ipfs://x',
      attributes: [
        { trait_type: 'Level', value: 3, display_type: 'number', max_value: 10 },
        { trait_type: 'Rare', value: true },
      ],
      properties: { anything: [1, null] },
    }
    const checked = checkMetadata(given)
    expect(checked.ok && checked.metadata).toBe(given)
  })

  it('has all its faults named at once', () => {
    const checked = checkMetadata({
      image: ' ',
      description: 7,
      attributes: [
        { trait_type: 3, value: 'x' },
        { trait_type: 'a', value: null },
        { value: 'has no name, as some clients send them' },
        { trait_type: 'b', value: 1, display_type: 'stars' },
      ],
    })
    expect(checked.ok ? [] : checked.faults.map(({ path }) => path)).toEqual([
      'name',
      'image',
      'description',
      'attributes[0].trait_type',
      'attributes[1].value',
      'attributes[3].display_type',
    ])
    expect(checked.ok ? [] : checked.faults[0]?.message).toBe(
      'name is required and must be text: give the title of the NFT.',
    )
  })

  it('must be an object of at most 1 MiB', () => {
    for (const value of [undefined, null, 'x', [], 1]) expect(checkMetadata(value).ok).toBe(false)
    const around = JSON.stringify({ name: 'a', image: 'b', description: '' }).length
    const fits = { name: 'a', image: 'b', description: 'x'.repeat(maxMetadataBytes - around) }
    expect(checkMetadata(fits).ok).toBe(true)
    const over = checkMetadata({ ...fits, description: `${fits.description}é` })
    expect(over.ok ? '' : over.faults[0]?.message).toContain('at most 1048576 are taken')
  })
})
