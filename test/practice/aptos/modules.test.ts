/** Modules as a stranger's composer of scripts loads them. */
import { CallArgument, initSync, TransactionComposer, wasmModule } from '@aptos-labs/script-composer-pack'
import { Deserializer, Script } from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintScripts } from '../../../src/core/chains/aptos/scripts/bytecode.ts'
import { type NodeUnderTest, nodeUnderTest } from './node-under-test.ts'

let one: NodeUnderTest
beforeAll(async () => {
  one = await nodeUnderTest()
})
afterAll(() => one.close())

it('a composer makes the same script of a mint from them as from the real ones', async () => {
  initSync({ module: wasmModule })
  const composer = TransactionComposer.single_signer()
  for (const accountAddress of ['0x1', '0x4'])
    for (const { bytecode } of await one.aptos.getAccountModules({ accountAddress }))
      composer.store_module(Buffer.from(bytecode.slice(2), 'hex'))
  const text = '0x1::string::String'
  const bytes = (value: string) => CallArgument.newBytes(Uint8Array.of(value.length, ...Buffer.from(value)))
  const call = (module: string, name: string, types: string[], values: CallArgument[]) => {
    const [first, ...others] = composer.add_batched_call(module, name, types, values)
    return others.length > 0 ? undefined : first
  }
  const needed = (value: CallArgument | undefined): CallArgument => {
    if (!value) throw new Error('nothing came back')
    return value
  }
  const collection = needed(call('0x1::string', 'utf8', [], [bytes('C')]))
  const description = needed(call('0x1::string', 'utf8', [], [bytes('d')]))
  const empty = (type: string) =>
    needed(call('0x1::option', 'to_vec', [type], [needed(call('0x1::option', 'none', [type], []))]))
  const [texts, byteVectors] = [empty(text), empty('vector<u8>')]
  const minted = call(
    '0x4::aptos_token',
    'mint_token_object',
    [],
    [
      ...[CallArgument.newSigner(0), collection.copy(), description.copy(), bytes('n'), bytes('u')],
      ...[texts.copy(), texts.copy(), byteVectors.copy()],
    ],
  )
  call(
    '0x1::object',
    'transfer',
    ['0x4::aptos_token::AptosToken'],
    [...[CallArgument.newSigner(0), needed(minted), CallArgument.newBytes(new Uint8Array(32).fill(1))]],
  )
  const script = Script.deserialize(new Deserializer(composer.generate_batched_calls(true)))
  expect(Buffer.from(script.bytecode).toString('base64')).toBe(mintScripts[0])
})
