import {
  concatHex,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { expect } from 'vitest'
import { collectionFactory } from '../../../resources/contracts/artifacts/collection-factory.ts'
import type { Check } from '../support/bench.ts'
import { collectionAt, described, eventsOf, initCall, noFence, stranger, word } from '../support/collection.ts'

const { abi } = collectionFactory

/** Where a clone will be, computed without the chain: as the app does it. */
function predicted(factory: Hex, implementation: Hex, creator: Hex, salt: Hex, init: Hex) {
  const parameters = [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodeAbiParameters(parameters, [creator, salt, keccak256(init)])),
    bytecode: concatHex(['0x602c3d8160093d39f33d3d3d3d363d3d37363d73', implementation, '0x5af43d3d93803e602a57fd5bf3']),
  })
}

/** What clones and administration promise. */
export const administrationChecks: readonly Check[] = [
  {
    title: 'a clone comes to be where it was computed to, once, and belongs to whom it was made for',
    async run({ chain, factory: collections }) {
      const { factory, implementation } = await collections.deployed
      const [owner, other] = chain.accounts
      const init = initCall(owner, { name: 'Näme', symbol: 'S', contractUri: 'ipfs://c', limit: 5n })
      const args = [implementation, word(77), init] as const
      const data = encodeFunctionData({ abi, functionName: 'clone', args })
      const address = predicted(factory, implementation, owner, word(77), init)
      const first = await chain.send({ from: owner, to: factory, data })
      const [initialized] = eventsOf({
        ...first,
        logs: first.logs.filter((log) => log.address === address.toLowerCase()),
      })
      expect(first.ok && initialized !== undefined).toBe(true)
      const again = await chain.send({ from: owner, to: factory, data })
      expect([again.ok, again.logs, again.gasUsed < 60_000]).toEqual([true, [], true])
      const answer = await chain.call({ from: owner, to: factory, data })
      expect(decodeFunctionResult({ abi, functionName: 'clone', data: answer })).toBe(address)
      const view = encodeFunctionData({ abi, functionName: 'predict', args: [implementation, owner, word(77), init] })
      const told = await chain.call({ from: other, to: factory, data: view })
      expect(decodeFunctionResult({ abi, functionName: 'predict', data: told })).toBe(address)
      const collection = collectionAt(chain, address, owner)
      expect(
        await Promise.all([collection.read('name'), collection.read('symbol'), collection.read('contractURI')]),
      ).toEqual(['Näme', 'S', 'ipfs://c'])
      expect(
        await Promise.all([
          collection.read('owner'),
          collection.read('supplyLimit'),
          collection.read('rolesOf', [owner]),
        ]),
      ).toEqual([owner, 5n, 1n])
      // Somebody else gets another address for the same arguments.
      const foreign = await chain.call({ from: other, to: factory, data })
      expect(decodeFunctionResult({ abi, functionName: 'clone', data: foreign })).toBe(
        predicted(factory, implementation, other, word(77), init),
      )
    },
  },
  {
    title: 'a clone that cannot be initialized is not made, and the reason is told',
    async run({ chain, factory: collections }) {
      const { factory, implementation } = await collections.deployed
      const [owner] = chain.accounts
      const refused = async (target: Hex, init: Hex) => {
        const data = encodeFunctionData({ abi, functionName: 'clone', args: [target, word(78), init] })
        return chain.call({ from: owner, to: factory, data }).then(
          () => 'done',
          (error: unknown) => described(error),
        )
      }
      expect(await refused(implementation, initCall(zeroAddress))).toBe('NewOwnerIsZeroAddress()')
      expect(await refused(implementation, initCall(owner, { limit: 2n ** 48n }))).toBe('SupplyLimitTooHigh()')
      expect(await refused(implementation, '0x')).toBe('InitializationFailed()')
      expect(await refused(stranger(1), initCall(owner))).toBe(`NotAContract(${stranger(1)})`)
    },
  },
  {
    title: 'neither the implementation nor a collection can be initialized again',
    async run({ chain, create, factory: collections }) {
      const { implementation } = await collections.deployed
      const [owner] = chain.accounts
      const bare = collectionAt(chain, implementation, owner)
      expect(await bare.refusalOfData(initCall(owner))).toBe('InvalidInitialization()')
      expect(await bare.refusal(owner, 'mint', [word(1), noFence, owner, word(1), ''])).toBe('Unauthorized()')
      expect(await (await create()).refusalOfData(initCall(owner))).toBe('InvalidInitialization()')
    },
  },
  {
    title: 'only minters mint, and the owner says who they are',
    async run({ chain, create }) {
      const collection = await create()
      const [owner, other] = chain.accounts
      const minting = (who: Hex) =>
        Promise.all([
          collection.refusal(who, 'mint', [word(1), noFence, other, word(1), '']),
          collection.refusal(who, 'mintBatch', [word(1), noFence, word(1), other]),
          collection.refusal(who, 'mintBatchSorted', [word(1), noFence, word(1), other]),
          collection.refusal(who, 'mintBatchUris', [word(1), noFence, other, '0x0000000161']),
          collection.refusal(who, 'mintBatchUrisSorted', [word(1), noFence, other, '0x0000000161']),
        ])
      expect(new Set(await minting(other))).toEqual(new Set(['Unauthorized()']))
      expect(await collection.refusal(other, 'grantRoles', [other, 1n])).toBe('Unauthorized()')
      await collection.write(owner, 'grantRoles', [other, await collection.read('MINTER_ROLE')])
      expect(new Set(await minting(other))).toEqual(new Set(['done']))
      await collection.write(owner, 'revokeRoles', [other, 1n])
      expect(new Set(await minting(other))).toEqual(new Set(['Unauthorized()']))
    },
  },
  {
    title: 'the collection changes hands in two steps alone, and the minter goes on minting',
    async run({ chain, create }) {
      const collection = await create()
      const [owner, other, third] = chain.accounts
      for (const who of [owner, other])
        expect(await collection.refusal(who, 'transferOwnership', [other])).toBe('UseOwnershipHandover()')
      expect(await collection.refusal(owner, 'completeOwnershipHandover', [other])).toBe('NoHandoverRequest()')
      await collection.write(other, 'requestOwnershipHandover', [])
      expect(await collection.refusal(other, 'completeOwnershipHandover', [other])).toBe('Unauthorized()')
      expect(await collection.refusal(owner, 'completeOwnershipHandover', [third])).toBe('NoHandoverRequest()')
      await collection.write(owner, 'completeOwnershipHandover', [other])
      expect(await collection.read('owner')).toBe(other)
      for (const refused of [
        collection.refusal(owner, 'setSupplyLimit', [1n]),
        collection.refusal(owner, 'setTransferable', [false]),
        collection.refusal(owner, 'setDefaultRoyalty', [owner, 1n]),
        collection.refusal(owner, 'freeze', []),
        collection.refusal(owner, 'grantRoles', [owner, 2n]),
        collection.refusal(other, 'mint', [word(1), noFence, third, word(1), '']),
      ])
        expect(await refused).toBe('Unauthorized()')
      await collection.write(owner, 'mint', [word(1), noFence, third, word(1), ''])
      await collection.write(owner, 'setTokenDigests', [[1n], [word(2)]])
      await collection.write(other, 'setSupplyLimit', [9n])
    },
  },
  {
    title: 'the supply limit is raised, lowered and lifted, never below what was minted',
    async run({ chain, create }) {
      const collection = await create(3n)
      const [owner, other] = chain.accounts
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(1), concatHex([other, other])])
      await collection.write(other, 'burn', [1n])
      expect(await collection.refusal(owner, 'setSupplyLimit', [1n])).toBe('SupplyLimitBelowMinted(2)')
      expect(await collection.refusal(owner, 'setSupplyLimit', [2n ** 48n])).toBe('SupplyLimitTooHigh()')
      expect(await collection.refusal(other, 'setSupplyLimit', [9n])).toBe('Unauthorized()')
      for (const limit of [2n, 2n ** 48n - 1n, 0n]) {
        const receipt = await collection.write(owner, 'setSupplyLimit', [limit])
        expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
          ['SupplyLimitUpdated', { supplyLimit: limit }],
        ])
        expect(await collection.read('supplyLimit')).toBe(limit)
      }
      await collection.write(owner, 'mintBatch', [word(2), noFence, word(1), concatHex([other, other])])
    },
  },
  {
    title: 'the standards it follows are the ones it names',
    async run({ create }) {
      const collection = await create()
      const named = (id: Hex) => collection.read('supportsInterface', [id])
      // ERC-165, ERC-721, its metadata, ERC-2981, ERC-4906.
      for (const id of ['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f', '0x2a55205a', '0x49064906'] as const) {
        expect(await named(id)).toBe(true)
      }
      // The id that ERC-165 reserves, ERC-721 enumerable, ERC-1155.
      for (const id of ['0xffffffff', '0x780e9d63', '0xd9b67a26'] as const) expect(await named(id)).toBe(false)
    },
  },
  {
    title: 'coins cannot be sent to a collection by accident',
    async run({ chain, create }) {
      const { address, owner } = await create()
      await expect(chain.rpc('eth_call', [{ from: owner, to: address, value: '0x1' }, 'latest'])).rejects.toThrow()
    },
  },
]
