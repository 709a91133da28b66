import { afterAll, beforeAll, describe, it } from 'vitest'
import { administrationChecks } from './checks/administration.ts'
import { fenceChecks } from './checks/fence.ts'
import { balanceGasCheck, mintGasCheck } from './checks/gas.ts'
import { metadataChecks } from './checks/metadata.ts'
import { mintingChecks } from './checks/minting.ts'
import { ownershipChecks } from './checks/ownership.ts'
import { permissionChecks } from './checks/permissions.ts'
import { prefixChecks } from './checks/prefix.ts'
import { saleChecks } from './checks/sale.ts'
import { settingsChecks } from './checks/settings.ts'
import { type Bench, benchOn, testContracts } from './support/bench.ts'
import { type Chain, startChain } from './support/chain.ts'

const kinds = ['economy', 'standard'] as const

let chain: Chain
const benches: Partial<Record<(typeof kinds)[number], Bench>> = {}
beforeAll(async () => {
  chain = await startChain()
  const helpers = testContracts()
  for (const kind of kinds) benches[kind] = benchOn(chain, helpers, kind)
})
afterAll(() => chain?.close())

const subjects = {
  minting: mintingChecks,
  fence: fenceChecks,
  ownership: ownershipChecks,
  metadata: metadataChecks,
  'URI prefix': prefixChecks,
  'base URI and transferability': settingsChecks,
  sale: saleChecks,
  'transfers by signature': permissionChecks,
  'clones and administration': administrationChecks,
  cost: [mintGasCheck, balanceGasCheck],
}
for (const kind of kinds) {
  for (const [subject, checks] of Object.entries(subjects)) {
    describe(`${kind}: ${subject}`, () => {
      for (const { title, run, kinds: promised } of checks) {
        if (promised !== undefined && !promised.includes(kind)) continue
        it(title, async () => {
          const bench = benches[kind]
          if (bench === undefined) throw new Error('There is no chain.')
          await run(bench)
        })
      }
    })
  }
}
