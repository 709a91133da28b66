import { afterAll, beforeAll, describe, it } from 'vitest'
import { administrationChecks } from './checks/administration.ts'
import { balanceGasCheck, mintGasCheck } from './checks/gas.ts'
import { metadataChecks } from './checks/metadata.ts'
import { mintingChecks } from './checks/minting.ts'
import { ownershipChecks } from './checks/ownership.ts'
import { type Bench, startBench } from './support/bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench?.chain.close())

const subjects = {
  minting: mintingChecks,
  ownership: ownershipChecks,
  metadata: metadataChecks,
  'clones and administration': administrationChecks,
  cost: [mintGasCheck, balanceGasCheck],
}
for (const [subject, checks] of Object.entries(subjects)) {
  describe(subject, () => {
    for (const { title, run } of checks) it(title, () => run(bench))
  })
}
