import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../scripts/contracts.mjs'
import { copiesChecks } from '../contracts/checks/copies.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'
import { copiesFactory } from '../contracts/support/copies.ts'

/** Faults put into the sources on purpose, how the check that must notice each begins, and what it must say. */
const mutants = [
  {
    fault: 'copies are minted past the fence',
    from: '_begin(jobId, fence);\n        uint256 count',
    to: 'uint256 count',
    check: 'the checks come in their order',
    says: /to be 'AlreadyMinted\(2\)'/,
  },
  {
    fault: 'the writer is looked at before the job',
    source: 'Jobs.sol',
    from: 'if (first != 0) revert AlreadyMinted(first);\n        Mark memory mark = marks[msg.sender];\n        if (mark.writer != fence.expected) revert AnotherWriter(mark.writer);',
    to: 'Mark memory mark = marks[msg.sender];\n        if (mark.writer != fence.expected) revert AnotherWriter(mark.writer);\n        if (first != 0) revert AlreadyMinted(first);',
    check: 'the checks come in their order',
    says: /expected 'AnotherWriter\(4\)' to be 'AlreadyMinted\(2\)'/,
  },
  {
    fault: 'what is replaced is looked at before the history',
    source: 'Jobs.sol',
    from: 'if (enters && mark.trail != fence.trail) revert AnotherHistory();\n        _requireNoneMinted(fence.replaced);',
    to: '_requireNoneMinted(fence.replaced);\n        if (enters && mark.trail != fence.trail) revert AnotherHistory();',
    check: 'the checks come in their order',
    says: /expected 'ReplacedWasMinted\(.*to be 'AnotherHistory\(\)'/,
  },
  {
    fault: 'replaced jobs are not looked at',
    source: 'Jobs.sol',
    from: '_requireNoneMinted(fence.replaced);',
    to: '',
    check: 'the checks come in their order',
    says: /expected 'SupplyLimitReached\(0\)' to be 'ReplacedWasMinted\(/,
  },
  {
    fault: 'a job is known by how many items it has',
    from: 'return uint32(_jobs[jobId]);',
    to: 'return uint32(_jobs[jobId] >> 32);',
    check: 'the checks come in their order',
    says: /expected 'AlreadyMinted\(1\)' to be 'AlreadyMinted\(2\)'/,
  },
  {
    fault: 'a job is not folded into the trail',
    source: 'Jobs.sol',
    from: '_fold(mark.trail, jobId)',
    to: 'mark.trail',
    check: 'each batch folds its job',
    says: /to deeply equal/,
  },
  {
    fault: 'an entry leaves the writer as it was',
    source: 'Jobs.sol',
    from: 'Mark(fence.writer,',
    to: 'Mark(mark.writer,',
    check: 'each batch folds its job',
    says: /to deeply equal/,
  },
  {
    fault: 'permissions of one holder use up those of others',
    source: 'SignedTransfers.sol',
    from: 'if (usedPermits[holder][permit]) revert PermitUsed(holder, permit);\n        _requireSigned(holder, structHash, signature);\n        usedPermits[holder][permit] = true;',
    to: 'if (usedPermits[address(0)][permit]) revert PermitUsed(holder, permit);\n        _requireSigned(holder, structHash, signature);\n        usedPermits[address(0)][permit] = true;',
    check: 'a permission is used once',
    says: /reverted: PermitUsed\(/,
  },
  {
    fault: 'a permission is written down as a job',
    from: '_safeTransfer(from, to, id, amount, "");',
    to: '_safeTransfer(from, to, id, amount, ""); _jobs[permit] = 1;',
    check: 'a permission is used once',
    says: /expected 1n to be 0n/,
  },
  {
    fault: 'units that cannot be given away are, by a signature',
    from: '_requireTransferable();\n            _safeTransfer(',
    to: '_safeTransfer(',
    check: 'a permission is used once',
    says: /expected 'done' to be 'NotTransferable\(\)'/,
  },
  {
    fault: 'who burns is marked as a writer',
    from: '_burn(msg.sender, _notZero(from), id, amount);',
    to: '_burn(msg.sender, _notZero(from), id, amount); marks[from].writer = 7;',
    check: 'what holders move, burn or permit',
    says: /to deeply equal/,
  },
  {
    fault: 'an approval cannot be taken back while transfers are off',
    from: 'if (isApproved) _requireTransferable();',
    to: '_requireTransferable();',
    check: 'while units cannot be given away',
    says: /reverted: NotTransferable\(\)/,
  },
  {
    fault: 'somebody is approved while transfers are off',
    from: 'if (isApproved) _requireTransferable();',
    to: '',
    check: 'while units cannot be given away',
    says: /expected 'done' to be 'NotTransferable\(\)'/,
  },
  {
    fault: 'the supply limit counts items, not units',
    from: 'units := add(units, and(calldataload(at), 0xffffffffff))',
    to: 'units := add(units, 1)',
    check: 'no more units are minted',
    says: /to be 'SupplyLimitReached\(2\)'/,
  },
  {
    fault: 'the limit of a token lets one more through',
    from: 'uint64(word) + amount > limit',
    to: 'uint64(word) + amount > limit + 1',
    check: 'no more units are minted',
    says: /expected 'done' to be 'TokenLimitReached\(0,1\)'/,
  },
  {
    fault: 'an id becomes another template',
    from: 'if (word & DEFINED != defined) revert TokenDefinedOtherwise(id);',
    to: '',
    check: 'an id is one template',
    says: /expected 'done' to be 'TokenDefinedOtherwise\(1\)'/,
  },
  {
    fault: 'anybody changes the URI prefix',
    from: 'function setURIPrefix(string calldata prefix) external onlyRolesOrOwner(MINTER_ROLE)',
    to: 'function setURIPrefix(string calldata prefix) external',
    check: 'the URI prefix goes before',
    says: /expected 'done' to be 'Unauthorized\(\)'/,
  },
  {
    fault: 'the URI prefix changes after the freeze',
    from: '_requireNotFrozen();\n        _replaceURIPrefix',
    to: '_replaceURIPrefix',
    check: 'the URI prefix goes before',
    says: /expected 'done' to be 'MetadataIsFrozen\(\)'/,
  },
  {
    fault: 'the collection changes hands in one step',
    source: 'Administration.sol',
    from: 'revert UseOwnershipHandover();',
    to: '',
    check: 'the collection changes hands in two steps',
    says: /expected 'done' to be 'UseOwnershipHandover\(\)'/,
  },
]

describe('deliberate faults of the contract of copies', () => {
  let chain: Chain
  beforeAll(async () => {
    // Compiled quickly the contract is larger than chains allow.
    chain = await startChain('--disable-code-size-limit')
  })
  afterAll(() => chain?.close())

  for (const { fault, source = 'Collection1155.sol', from, to, check: beginning, says } of mutants) {
    it(`are noticed: ${fault}`, async () => {
      const check = copiesChecks.find(({ title }) => title.startsWith(beginning))
      if (check === undefined) throw new Error(`No check begins with: ${beginning}`)
      const text = readFileSync(join(import.meta.dirname, '../../resources/contracts', source), 'utf8')
      expect(text.split(from).length, 'the passage to change stands in the source once').toBe(2)
      const patched = { [source]: text.replace(from, to) }
      const { Collection1155: mutant } = compile(['Collection1155.sol'], { patched, viaIR: false, optimized: false })
      if (mutant === undefined) throw new Error('The mutant was not compiled.')
      await expect(check.run({ chain, factory: await copiesFactory(chain, mutant) })).rejects.toThrow(says)
    })
  }
})
