import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { artifacts } from '../../scripts/contracts.mjs'

const folder = join(import.meta.dirname, '../../resources/contracts/artifacts')

describe('the checked-in contract artifacts', () => {
  it('are what `npm run contracts` makes of the sources', () => {
    for (const [file, text] of Object.entries(artifacts())) {
      expect(readFileSync(join(folder, file), 'utf8') === text, `${file} is stale: run npm run contracts`).toBe(true)
    }
  }, 60_000)
})
