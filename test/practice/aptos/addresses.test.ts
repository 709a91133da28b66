import { AccountAddress, createObjectAddress, createUserDerivedObjectAddress, parseTypeTag } from '@aptos-labs/ts-sdk'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { expect, it } from 'vitest'
import { parseType, typeText } from '../../../src/core/practice/aptos/move-types.ts'
import {
  aptStoreOf,
  longAddress,
  namedObject,
  shortAddress,
  uniqueAddresses,
} from '../../../src/core/practice/aptos/state/addresses.ts'

const creator = longAddress(`0x0a${'5'.repeat(62)}`)
const account = AccountAddress.from(creator)

it('addresses are written long in the state and short in answers', () => {
  expect(longAddress('0x4')).toBe(`0x${'0'.repeat(63)}4`)
  expect([shortAddress(longAddress('0x4')), shortAddress(creator), shortAddress(longAddress('0x0'))]).toEqual([
    ...['0x4', `0xa${'5'.repeat(62)}`, '0x0'],
  ])
})

it('objects lie where the SDK computes them', () => {
  expect(namedObject(creator, Buffer.from('Cats'))).toBe(createObjectAddress(account, 'Cats').toStringLong())
  expect(aptStoreOf(creator)).toBe(createUserDerivedObjectAddress(account, AccountAddress.from('0xa')).toStringLong())
})

it('tokens lie at the hash of their session, their count in it, and 0xFB', () => {
  const u64 = (value: bigint) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(value)
    return bytes
  }
  const salt = sha3_256(Buffer.from('APTOS::SessionId'))
  const session = sha3_256(Buffer.concat([salt, Buffer.of(0), account.toUint8Array(), u64(7n), Buffer.of(0)]))
  const expected = (count: bigint) =>
    `0x${Buffer.from(sha3_256(Buffer.concat([session, u64(count), Buffer.of(0xfb)]))).toString('hex')}`
  const next = uniqueAddresses({ sender: creator, sequence: 7n, scriptHash: new Uint8Array() })
  expect([next(), next()]).toEqual([expected(1n), expected(2n)])
  const orderless = uniqueAddresses({ sender: creator, nonce: 7n, expiration: 9n, scriptHash: new Uint8Array() })
  expect(orderless()).not.toBe(expected(1n))
})

it('types are read and written as the SDK does', () => {
  for (const text of [
    'u64',
    'vector<vector<u8>>',
    '0x1::aptos_coin::AptosCoin',
    '0x1::object::Object<0x4::token::Token>',
    'vector<0x1::pair::Pair<u8, 0x1::string::String>>',
  ])
    expect(typeText(parseType(text))).toBe(parseTypeTag(text).toString())
  for (const text of ['', 'u9', '0x1::a', '0x1::a::B<', 'vector<u8', 'u8 u8', '0xg::a::B'])
    expect(() => parseType(text), text).toThrow(RangeError)
})
