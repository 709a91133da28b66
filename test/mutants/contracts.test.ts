import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../scripts/contracts.mjs'
import { administrationChecks } from '../contracts/checks/administration.ts'
import { differential } from '../contracts/checks/differential.ts'
import { fenceChecks } from '../contracts/checks/fence.ts'
import { hostileHolders } from '../contracts/checks/hostile.ts'
import { mintingChecks } from '../contracts/checks/minting.ts'
import { permissionChecks } from '../contracts/checks/permissions.ts'
import { prefixChecks } from '../contracts/checks/prefix.ts'
import { saleChecks } from '../contracts/checks/sale.ts'
import { settingsChecks } from '../contracts/checks/settings.ts'
import { type Bench, benchOn, type Check, testContracts } from '../contracts/support/bench.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'
import type { Artifact } from '../contracts/support/collection.ts'
import { tokensSubject } from '../contracts/support/hostile-subjects.ts'

const titled = (checks: readonly Check[], beginning: string) => {
  const check = checks.find(({ title }) => title.startsWith(beginning))
  if (check === undefined) throw new Error(`No check begins with: ${beginning}`)
  return (bench: Bench) => check.run(bench)
}

/** Strangers at a mutant of the economy kind. */
const hostile = (bench: Bench, artifact: Artifact) =>
  hostileHolders(bench.chain, (payee) => tokensSubject(bench.chain, 'economy', payee, artifact), {
    seed: 11,
    steps: 500,
  })

/** Faults put into the sources on purpose, the check that must notice each, and what it must say. */
const mutants = [
  {
    fault: 'a job can be done twice',
    source: 'Jobs.sol',
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
    fault: 'a permission can be used twice',
    source: 'SignedTransfers.sol',
    from: 'usedPermits[holder][permit] = true;',
    to: '',
    check: titled(permissionChecks, 'a permission is used once'),
    says: /expected 'done' to be 'PermitUsed\(/,
  },
  {
    fault: 'permissions of one holder use up those of others',
    source: 'SignedTransfers.sol',
    from: 'usedPermits[holder][permit] = true;',
    to: 'usedPermits[address(0)][permit] = true;',
    check: titled(permissionChecks, 'a permission is used once'),
    says: /expected 'done' to be 'PermitUsed\(/,
  },
  {
    fault: 'a permission is written down as a job',
    source: 'Minting721.sol',
    from: '_move(from, to, id);\n    }',
    to: '_move(from, to, id);\n        jobs[permit] = id;\n    }',
    check: (bench: Bench, artifact: Artifact) => hostile(bench, artifact),
    // The selector of jobs.
    says: /After seed 11, step 50: 0x38ed7cfc\w+ gives 0x0*1, not 0x0{64}/,
  },
  {
    fault: 'whoever buys is marked as a minter',
    source: 'Sale.sol',
    from: 'price = _price;',
    to: 'price = _price; marks[msg.sender].writer = 7;',
    check: (bench: Bench, artifact: Artifact) => hostile(bench, artifact),
    says: /purchase by 0x\w+ changed what minters alone may/,
  },
  {
    fault: 'another writer is let through',
    source: 'Jobs.sol',
    from: 'if (mark.writer != fence.expected) revert AnotherWriter(mark.writer);',
    to: '',
    check: titled(fenceChecks, 'a writer enters where it knows'),
    says: /expected '\w+\(\)|expected 'done' to be 'AnotherWriter\(0\)'/,
  },
  {
    fault: 'a writer enters whatever was minted',
    source: 'Jobs.sol',
    from: 'if (enters && mark.trail != fence.trail) revert AnotherHistory();',
    to: '',
    check: titled(fenceChecks, 'a writer enters where it knows'),
    says: /expected 'done' to be 'AnotherHistory\(\)'/,
  },
  {
    fault: 'every call, not an entry alone, must know the trail',
    source: 'Jobs.sol',
    from: 'if (enters && mark.trail',
    to: 'if (mark.trail',
    check: titled(fenceChecks, 'each way to mint'),
    says: /AnotherHistory\(\)/,
  },
  {
    fault: 'the trail is the last job’s alone',
    source: 'Jobs.sol',
    from: 'mstore(0x00, trail)',
    to: 'mstore(0x00, 0)',
    check: titled(fenceChecks, 'each way to mint'),
    says: /to deeply equal/,
  },
  {
    fault: 'all minters have one trail',
    source: 'Jobs.sol',
    from: 'marks[msg.sender] = Mark(',
    to: 'marks[address(0)] = Mark(',
    check: titled(fenceChecks, 'each way to mint'),
    says: /to deeply equal/,
  },
  {
    fault: 'a job that was minted is replaced',
    source: 'Jobs.sol',
    from: 'if (first != 0) revert ReplacedWasMinted(replaced[i], first);',
    to: '',
    check: titled(fenceChecks, 'what replaces a job'),
    says: /to be 'ReplacedWasMinted/,
  },
  {
    fault: 'only the first replaced job is looked at',
    source: 'Jobs.sol',
    from: 'i < replaced.length; ++i',
    to: 'i < replaced.length && i < 1; ++i',
    check: titled(fenceChecks, 'what replaces a job'),
    says: /to be 'ReplacedWasMinted/,
  },
  {
    fault: 'a call replaces any number of jobs',
    source: 'Jobs.sol',
    from: 'if (replaced.length > MAX_REPLACED) revert TooManyReplaced(replaced.length);',
    to: '',
    check: titled(fenceChecks, 'what replaces a job'),
    says: /expected 'done' to be 'TooManyReplaced\(17\)'/,
  },
  {
    fault: 'an approval cannot be taken back while transfers are off',
    source: 'LazyERC721.sol',
    from: 'if (account != address(0)) _requireTransferable();',
    to: '_requireTransferable();',
    check: titled(settingsChecks, 'tokens that cannot be given away'),
    says: /reverted: NotTransferable\(\)/,
  },
  {
    fault: 'the collection changes hands in one step',
    source: 'Administration.sol',
    from: 'revert UseOwnershipHandover();',
    to: '',
    check: titled(administrationChecks, 'the collection changes hands in two steps'),
    says: /expected 'done' to be 'UseOwnershipHandover\(\)'/,
  },
  {
    fault: 'the URI prefix changes after the freeze',
    source: 'Minting721.sol',
    from: '_requireNotFrozen();\n        _replaceURIPrefix',
    to: '_replaceURIPrefix',
    check: titled(prefixChecks, 'goes before the CIDs'),
    says: /expected 'done' to be 'MetadataIsFrozen\(\)'/,
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
      await expect(check(benchOn(chain, helpers, 'economy', mutant), mutant)).rejects.toThrow(says)
    })
  }
})
