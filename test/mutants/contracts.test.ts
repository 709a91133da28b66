import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../scripts/contracts.mjs'
import { differential } from '../contracts/checks/differential.ts'
import { mintingChecks } from '../contracts/checks/minting.ts'
import { permissionChecks } from '../contracts/checks/permissions.ts'
import { saleChecks } from '../contracts/checks/sale.ts'
import { type Bench, benchOn, type Check, testContracts } from '../contracts/support/bench.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'

const titled = (checks: readonly Check[], beginning: string) => {
  const check = checks.find(({ title }) => title.startsWith(beginning))
  if (check === undefined) throw new Error(`No check begins with: ${beginning}`)
  return (bench: Bench) => check.run(bench)
}

/** Faults put into the sources on purpose, the check that must notice each, and what it must say. */
const mutants = [
  {
    fault: 'a job can be done twice',
    source: 'Supply.sol',
    from: 'if (first != 0) revert AlreadyMinted(first);',
    to: '',
    check: titled(mintingChecks, 'a job is done once'),
    says: /expected 'done' to be 'AlreadyMinted\(1\)'/,
  },
  {
    fault: 'the supply limit lets one more through',
    source: 'Supply.sol',
    from: 'if (count > left) revert SupplyLimitReached(left);',
    to: 'if (count > left + 1) revert SupplyLimitReached(left);',
    check: titled(saleChecks, 'what is set aside for sale'),
    says: /expected 'done' to be 'SupplyLimitReached\(6\)'/,
  },
  {
    fault: 'what is bought stays set aside for sale',
    source: 'Sale.sol',
    from: 'counters.saleSupply -= uint48(quantity);',
    to: '',
    check: titled(saleChecks, 'a stranger buys at the price'),
    // What `payments` tells: price, payee and what is left.
    says: /expected \[ 1000000000000000n, …\(2\) \] to deeply equal/,
  },
  {
    fault: 'a permission is not bound to its job',
    source: 'Minting721.sol',
    from: 'jobs[jobId] = id;',
    to: '',
    check: titled(permissionChecks, 'a permission is used once'),
    says: /expected 'done' to be 'AlreadyMinted\(1\)'/,
  },
  {
    fault: 'tokens that cannot be given away are, by a signature',
    source: 'Minting721.sol',
    from: 'if (to != address(0)) _requireTransferable();',
    to: '',
    check: titled(permissionChecks, 'while tokens cannot be given away'),
    says: /expected 'done' to be 'NotTransferable\(\)'/,
  },
  {
    fault: 'the balance of who sends a token stays as it was',
    source: 'LazyERC721.sol',
    from: '--_differences[from];',
    to: '',
    check: (bench: Bench) => differential(bench, { seed: 721, operations: 200 }),
    // The selector of balanceOf.
    says: /0x70a08231\w+ gives .* OpenZeppelin's/,
  },
]

describe('deliberate faults of the contract', () => {
  let chain: Chain
  let helpers: ReturnType<typeof testContracts>
  beforeAll(async () => {
    // Compiled quickly the contract is larger than chains allow.
    chain = await startChain('--disable-code-size-limit')
    helpers = testContracts()
  })
  afterAll(() => chain?.close())

  for (const { fault, source, from, to, check, says } of mutants) {
    it(`are noticed: ${fault}`, async () => {
      const text = readFileSync(join(import.meta.dirname, '../../resources/contracts', source), 'utf8')
      expect(text.split(from).length, 'the passage to change stands in the source once').toBe(2)
      const patched = { [source]: text.replace(from, to) }
      const { Collection721: mutant } = compile(['Collection721.sol'], { patched, viaIR: false, optimized: false })
      if (mutant === undefined) throw new Error('The mutant was not compiled.')
      await expect(check(benchOn(chain, helpers, 'economy', mutant))).rejects.toThrow(says)
    })
  }
})
