import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { artifact } from '../../../scripts/aptos-scripts.mjs'

describe('the scripts that are sent on Aptos', () => {
  it('are, byte for byte, what the composer makes of what they are to do', () => {
    const kept = join(import.meta.dirname, '../../../src/core/chains/aptos/scripts/bytecode.ts')
    expect(artifact()).toBe(readFileSync(kept, 'utf8'))
  })
})
