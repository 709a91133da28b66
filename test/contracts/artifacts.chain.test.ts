import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { collectionFactory } from '../../resources/contracts/artifacts/collection-factory.ts'
import { standard721 } from '../../resources/contracts/artifacts/standard-721.ts'
import { artifacts, readSubmission, submissions } from '../../scripts/contracts.mjs'

const folder = join(import.meta.dirname, '../../resources/contracts/artifacts')

describe('the checked-in contract artifacts', () => {
  it('are what `npm run contracts` makes of the sources', () => {
    for (const [file, text] of Object.entries(artifacts())) {
      expect(readFileSync(join(folder, file), 'utf8') === text, `${file} is stale: run npm run contracts`).toBe(true)
    }
    // Half a minute on quiet cores.
  }, 600_000)

  it('are what explorers make of the sources that they are given', () => {
    // The artifacts above were compiled from these and from nothing beside them.
    for (const [file, text] of Object.entries(submissions()))
      expect(readSubmission(file) === text, `${file} is stale: run npm run contracts`).toBe(true)
  })

  it('end with the IPFS hash of their metadata, by which explorers find an exact match of the source', () => {
    // CBOR of a map that begins with `ipfs` and a digest of 34 bytes: solc's metadata of contracts.
    for (const { bytecode } of [collection721, standard721, collection1155, collectionFactory])
      expect(bytecode).toMatch(/64697066735822[0-9a-f]{68}64736f6c6343[0-9a-f]{6}0033$/)
  })
})
