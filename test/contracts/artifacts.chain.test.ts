import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collection721V1 } from '../../resources/contracts/artifacts/collection-721-v1.ts'
import { artifacts } from '../../scripts/contracts.mjs'

const folder = join(import.meta.dirname, '../../resources/contracts/artifacts')

describe('the checked-in contract artifacts', () => {
  it('are what `npm run contracts` makes of the sources', () => {
    for (const [file, text] of Object.entries(artifacts())) {
      expect(readFileSync(join(folder, file), 'utf8') === text, `${file} is stale: run npm run contracts`).toBe(true)
    }
    // Half a minute on quiet cores.
  }, 600_000)

  it('keep the first version as it was shipped, since the addresses of collections follow from it', () => {
    const hash = createHash('sha256').update(collection721V1.bytecode).digest('hex')
    expect(hash).toBe('40b8963f63e3fc13a2d986f2f15d9a27e691882387cb1e3175e9ac4508609b87')
  })
})
