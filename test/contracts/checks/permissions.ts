import { type Address, type Hex, hexToBytes, numberToHex, toHex, zeroAddress } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Bench, Check } from '../support/bench.ts'
import { type Collection, eventsOf, noFence, stranger, word } from '../support/collection.ts'

interface Permission {
  permit: Hex
  from: Address
  to: Address
  id: bigint
}

const types = {
  Transfer: [
    { name: 'permit', type: 'bytes32' },
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'id', type: 'uint256' },
  ],
} as const

/** A permission as the app has it signed; the domain can be another's. */
async function signed(
  { chain, address }: Collection,
  account: PrivateKeyAccount,
  message: Permission,
  domain: { chainId?: number; verifyingContract?: Address; name?: string } = {},
): Promise<Hex> {
  const chainId = Number((await chain.rpc('eth_chainId', [])) as Hex)
  return account.signTypedData({
    domain: { name: 'Mintdesk Collection', version: '1', chainId, verifyingContract: address, ...domain },
    types,
    primaryType: 'Transfer',
    message,
  })
}

/** A collection of which a wallet without coins holds 1, 2 and 3. */
async function start(bench: Bench) {
  const collection = await bench.create()
  const holder = privateKeyToAccount(generatePrivateKey())
  for (const n of [1, 2, 3])
    await collection.write(collection.owner, 'mint', [word(n), noFence, holder.address, word(n), ''])
  const permission = (changes: Partial<Permission> = {}): Permission => ({
    permit: word(77),
    from: holder.address,
    to: stranger(1),
    id: 1n,
    ...changes,
  })
  const args = ({ permit, from, to, id }: Permission, signature: Hex) => [permit, from, to, id, signature] as const
  return { collection, holder, permission, args, treasury: collection.owner }
}

/** Order of the curve's group: each signature has a twin on the other side of it. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function twin(signature: Hex): Hex {
  const bytes = hexToBytes(signature)
  const s = BigInt(toHex(bytes.slice(32, 64)))
  const v = bytes[64] === 27 ? 28 : 27
  return `${toHex(bytes.slice(0, 32))}${numberToHex(order - s, { size: 32 }).slice(2)}${numberToHex(v, { size: 1 }).slice(2)}`
}

/** What permissions by signature promise. */
export const permissionChecks: readonly Check[] = [
  {
    title: 'a holder without coins has a token moved or burned by a signature, each once',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      await collection.write(treasury, 'mint', [word(9), noFence, treasury, word(9), ''])
      const move = permission()
      const receipt = await collection.write(
        treasury,
        'transferBySignature',
        args(move, await signed(collection, holder, move)),
      )
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['Transfer', { from: holder.address, to: stranger(1), id: 1n }],
      ])
      expect(await collection.read('usedPermits', [holder.address, word(77)])).toBe(true)
      expect(await collection.read('jobs', [word(77)])).toBe(0n)
      const burn = permission({ permit: word(78), to: zeroAddress, id: 2n })
      await collection.write(treasury, 'transferBySignature', args(burn, await signed(collection, holder, burn)))
      expect(await collection.readRefusal('ownerOf', [2n])).toBe('TokenDoesNotExist()')
      expect(await collection.read('totalSupply')).toBe(3n)
      expect(await collection.read('balanceOf', [holder.address])).toBe(1n)
      expect(await collection.read('ownerOf', [1n])).toBe(stranger(1))
    },
  },
  {
    title: 'a permission is used once, even when the token comes back, and so is the other form of its signature',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      const move = permission({ to: treasury })
      const signature = await signed(collection, holder, move)
      await collection.write(treasury, 'transferBySignature', args(move, signature))
      await collection.write(treasury, 'transferFrom', [treasury, holder.address, 1n])
      for (const again of [signature, twin(signature)])
        expect(await collection.refusal(treasury, 'transferBySignature', args(move, again))).toBe(
          `PermitUsed(${holder.address},${word(77)})`,
        )
    },
  },
  {
    title: "a permission's id has nothing to do with jobs, nor with what another holder permits under it",
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      const other = privateKeyToAccount(generatePrivateKey())
      await collection.write(treasury, 'mint', [word(4), noFence, other.address, word(4), ''])
      // The id of a job that was minted, and of one that will be.
      for (const [id, permit] of [
        [1n, word(2)],
        [2n, word(99)],
      ] as const) {
        const move = permission({ permit, id })
        await collection.write(treasury, 'transferBySignature', args(move, await signed(collection, holder, move)))
      }
      expect(await collection.read('jobs', [word(2)])).toBe(2n)
      expect(await collection.read('jobs', [word(99)])).toBe(0n)
      await collection.write(treasury, 'mint', [word(99), noFence, treasury, word(1), ''])
      expect(await collection.read('jobs', [word(99)])).toBe(5n)
      const theirs = permission({ permit: word(99), from: other.address, id: 4n })
      await collection.write(treasury, 'transferBySignature', args(theirs, await signed(collection, other, theirs)))
      expect(await collection.read('ownerOf', [4n])).toBe(stranger(1))
    },
  },
  {
    title: 'a permission holds for its words alone: job, holder, recipient, token, collection and network',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      const move = permission()
      const signature = await signed(collection, holder, move)
      const refused = (changed: Permission, by: Hex) =>
        collection.refusal(treasury, 'transferBySignature', args(changed, by))
      for (const changes of [{ permit: word(79) }, { to: stranger(2) }, { to: zeroAddress }, { id: 2n }])
        expect(await refused(permission(changes), signature), JSON.stringify(Object.keys(changes))).toBe(
          'InvalidSignature()',
        )
      expect(await refused(permission({ from: treasury }), signature)).toBe('InvalidSignature()')
      const other = await bench.create()
      for (const domain of [{ chainId: 1 }, { verifyingContract: other.address }, { name: 'Another' }])
        expect(await refused(move, await signed(collection, holder, move, domain))).toBe('InvalidSignature()')
      const somebody = privateKeyToAccount(generatePrivateKey())
      expect(await refused(move, await signed(collection, somebody, move))).toBe('InvalidSignature()')
      // Cut by two bytes, not one: 64 bytes are the compact form of ERC-2098, as good as the 65 whenever v is 27.
      for (const broken of ['0x', '0x00', `${signature}00`, signature.slice(0, -4) as Hex] as Hex[])
        expect(await refused(move, broken)).toBe('InvalidSignature()')
      expect(await refused(move, signature)).toBe('done')
      expect((await collection.read('eip712Domain')).slice(1, 5)).toEqual([
        'Mintdesk Collection',
        '1',
        BigInt((await bench.chain.rpc('eth_chainId', [])) as Hex),
        collection.address,
      ])
    },
  },
  {
    title: 'only the holder of the moment can permit, and only what exists',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      const somebody = privateKeyToAccount(generatePrivateKey())
      const refused = async (account: PrivateKeyAccount, changed: Permission) =>
        collection.refusal(treasury, 'transferBySignature', args(changed, await signed(collection, account, changed)))
      for (const to of [stranger(1), zeroAddress]) {
        expect(await refused(somebody, permission({ from: somebody.address, to }))).toBe('TransferFromIncorrectOwner()')
        for (const id of [0n, 4n, 2n ** 256n - 1n])
          expect(await refused(holder, permission({ id, to }))).toBe('TokenDoesNotExist()')
      }
      const nobody = permission({ from: zeroAddress })
      expect(await collection.refusal(treasury, 'transferBySignature', args(nobody, `0x${'00'.repeat(65)}`))).toBe(
        'InvalidSignature()',
      )
    },
  },
  {
    title: 'a contract permits by EIP-1271, as long as it says so',
    async run(bench) {
      const { collection, permission, args, treasury } = await start(bench)
      const key = privateKeyToAccount(generatePrivateKey())
      const wallet = await bench.wallet('SmartWallet', [key.address])
      await collection.write(treasury, 'mint', [word(4), noFence, wallet, word(4), ''])
      const move = permission({ from: wallet, id: 4n })
      const signature = await signed(collection, key, move)
      const other = await signed(collection, privateKeyToAccount(generatePrivateKey()), move)
      expect(await collection.refusal(treasury, 'transferBySignature', args(move, other))).toBe('InvalidSignature()')
      const oblivious = await bench.receiver('oblivious')
      await collection.write(treasury, 'mint', [word(5), noFence, oblivious, word(5), ''])
      const never = permission({ from: oblivious, id: 5n })
      expect(
        await collection.refusal(treasury, 'transferBySignature', args(never, await signed(collection, key, never))),
      ).toBe('InvalidSignature()')
      await collection.write(treasury, 'transferBySignature', args(move, signature))
      expect(await collection.read('ownerOf', [4n])).toBe(stranger(1))
    },
  },
  {
    title: 'a move by signature ends what was approved for the token',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      await bench.chain.rpc('anvil_setBalance', [holder.address, numberToHex(10n ** 18n)])
      await collection.write(holder.address, 'approve', [stranger(5), 1n])
      const move = permission()
      await collection.write(treasury, 'transferBySignature', args(move, await signed(collection, holder, move)))
      expect(await collection.read('getApproved', [1n])).toBe(zeroAddress)
    },
  },
  {
    title: 'while tokens cannot be given away, a signature burns but does not move',
    async run(bench) {
      const { collection, holder, permission, args, treasury } = await start(bench)
      const move = permission()
      const burn = permission({ to: zeroAddress })
      const [moving, burning] = [await signed(collection, holder, move), await signed(collection, holder, burn)]
      await collection.write(treasury, 'setTransferable', [false])
      expect(await collection.refusal(treasury, 'transferBySignature', args(move, moving))).toBe('NotTransferable()')
      await collection.write(treasury, 'transferBySignature', args(burn, burning))
      expect(await collection.readRefusal('ownerOf', [1n])).toBe('TokenDoesNotExist()')
    },
  },
]
