// Makes the Move scripts that the app sends on Aptos: `npm run aptos-scripts`. A minting script's bytes depend only on the count of tokens.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallArgument, initSync, TransactionComposer, wasmModule } from '@aptos-labs/script-composer-pack'
import { moveStubs } from './lib/move-stubs.mjs'

const target = join(import.meta.dirname, '../src/core/chains/aptos/scripts/bytecode.ts')

/** Most mints in one transaction. */
const mintsAtMost = 30

const text = '0x1::string::String'
const token = '0x4::aptos_token::AptosToken'
/** The token type of every module that follows the standard. */
const anyToken = '0x4::token::Token'

/** A placeholder: an argument's value does not affect the script. @param {number} length bytes */
const argument = (length) => CallArgument.newBytes(new Uint8Array(length))

/** The text of the file that holds the scripts. @returns {string} */
export function artifact() {
  initSync({ module: wasmModule })
  const mints = Array.from({ length: mintsAtMost }, (_, place) => mint(place + 1))
  const lines = mints.map((bytecode) => `  '${bytecode}',`)
  return `// Made by \`npm run aptos-scripts\`; not edited by hand.

/** Mints so many tokens (from one on) and sends each to its recipient. */
export const mintScripts: readonly string[] = [
${lines.join('\n')}
]

/** Sends a token of the second signer to a recipient. */
export const transferScript =
  '${transfer()}'

/** Gives a token another name and another URI. */
export const updateScript =
  '${update()}'

/** Burns a token of the first signer's collection, where the second signer holds it; where the first one does, if there is no second. */
export const burnScripts = {
  ofWallet:
    '${burn(2)}',
  ofTreasury:
    '${burn(1)}',
} as const
`
}

/** Arguments: the collection's name, the tokens' description; then for each token its name, its URI and its recipient. */
function mint(count) {
  const { call, code } = composer(TransactionComposer.single_signer())
  const [collection] = call('0x1::string', 'utf8', [], [argument(1)])
  const [description] = call('0x1::string', 'utf8', [], [argument(1)])
  // The composer's scripts cannot call `vector::empty`.
  const [noText] = call('0x1::option', 'none', [text], [])
  const [noTexts] = call('0x1::option', 'to_vec', [text], [noText])
  const [noBytes] = call('0x1::option', 'none', ['vector<u8>'], [])
  const [noValues] = call('0x1::option', 'to_vec', ['vector<u8>'], [noBytes])
  for (let place = 0; place < count; place++) {
    const texts = [collection.copy(), description.copy(), argument(1), argument(1)]
    const none = [noTexts.copy(), noTexts.copy(), noValues.copy()]
    const [made] = call('0x4::aptos_token', 'mint_token_object', [], [CallArgument.newSigner(0), ...texts, ...none])
    call('0x1::object', 'transfer', [token], [CallArgument.newSigner(0), made, argument(32)])
  }
  return code()
}

/** Arguments: the token, the recipient. The first signer pays and does nothing. */
function transfer() {
  const { call, code } = composer(TransactionComposer.multi_signer(2))
  call('0x1::object', 'transfer', [anyToken], [CallArgument.newSigner(1), argument(32), argument(32)])
  return code()
}

/** Arguments: the token, its name, the token again, its URI. */
function update() {
  const { call, code } = composer(TransactionComposer.single_signer())
  call('0x4::aptos_token', 'set_name', [token], [CallArgument.newSigner(0), argument(32), argument(1)])
  call('0x4::aptos_token', 'set_uri', [token], [CallArgument.newSigner(0), argument(32), argument(1)])
  return code()
}

/**
 * Arguments: the token, its holder, the token again. The holder (the last signer) transfers it to itself, which changes nothing but
 * fails if another account holds the token by then. Then the creator burns it.
 */
function burn(signers) {
  const { call, code } = composer(
    signers === 1 ? TransactionComposer.single_signer() : TransactionComposer.multi_signer(signers),
  )
  call('0x1::object', 'transfer', [token], [CallArgument.newSigner(signers - 1), argument(32), argument(32)])
  call('0x4::aptos_token', 'burn', [token], [CallArgument.newSigner(0), argument(32)])
  return code()
}

function composer(made) {
  for (const stub of moveStubs()) made.store_module(stub)
  return {
    call: (module, name, types, values) => made.add_batched_call(module, name, types, values),
    code: () => Buffer.from(bytecodeOf(made.generate_batched_calls(true))).toString('base64'),
  }
}

/** A script is its bytecode's length (ULEB128) and bytecode, then types and arguments. */
function bytecodeOf(script) {
  let length = 0
  let at = 0
  for (let shift = 0; ; shift += 7) {
    const byte = script[at++]
    length |= (byte & 127) << shift
    if (byte < 128) return script.subarray(at, at + length)
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(target, artifact())
