import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeProbe } from '../../resources/contracts/artifacts/code-probe.ts'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { collectionFactory } from '../../resources/contracts/artifacts/collection-factory.ts'
import { standard721 } from '../../resources/contracts/artifacts/standard-721.ts'
import { artifacts, claims, readSubmission, submissions } from '../../scripts/contracts.mjs'
import { cidDigest, legacyFileCid } from '../../src/core/lib/cid.ts'

const folder = join(import.meta.dirname, '../../resources/contracts/artifacts')
const checkedIn: Record<string, { abi: readonly unknown[]; bytecode: string }> = {
  'collection-721.ts': collection721,
  'collection-1155.ts': collection1155,
  'standard-721.ts': standard721,
  'collection-factory.ts': collectionFactory,
  'code-probe.ts': codeProbe,
}

describe('the checked-in contract artifacts', () => {
  it('are of these sources, settings and compiler: what their bytecode ends with is the IPFS hash of their metadata, by which explorers find an exact match', async () => {
    const all = claims()
    expect(Object.keys(all)).toEqual(Object.keys(checkedIn))
    for (const [file, { abi, metadata }] of Object.entries(all)) {
      const stale = `${file} is stale: run npm run contracts`
      expect(checkedIn[file]?.abi, stale).toEqual(abi)
      // It stays on no chain, so no explorer looks for it: its code, which is compared below, has no such end.
      if (file === 'code-probe.ts') continue
      const digest = cidDigest(await legacyFileCid(Buffer.from(metadata))).slice(2)
      // CBOR of a map that begins with `ipfs` and a multihash of 34 bytes: solc's metadata of contracts.
      expect(checkedIn[file]?.bytecode, stale).toMatch(
        new RegExp(`646970667358221220${digest}64736f6c6343[0-9a-f]{6}0033$`),
      )
    }
  })

  // `npm run test:contracts` compiles the large ones, too.
  it.each(['collection-factory.ts', 'code-probe.ts'])('%s is, byte for byte, what they compile to', (file) => {
    const text = artifacts([file])[file]
    expect(readFileSync(join(folder, file), 'utf8') === text, `${file} is stale: run npm run contracts`).toBe(true)
  })

  it('are what explorers make of the sources that they are given', () => {
    // All of the above was compiled from these, and from nothing beside them.
    for (const [file, text] of Object.entries(submissions()))
      expect(readSubmission(file) === text, `${file} is stale: run npm run contracts`).toBe(true)
  })
})
