/**
 * `node scripts/sign-updates.mjs <folder>`: for the release's workflow. Signs a release's descriptions (`latest*.yml`) with the private
 * key in UPDATE_PRIVATE_KEY, and writes a `.sig` file beside each. Fails if the key does not belong to UPDATE_PUBLIC_KEY, which the
 * packages contain.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, say } from './lib/checkout.mjs'
import { publicKeyOf, signDescription } from './lib/update-key.mjs'

await main(() => {
  const [folder = 'release'] = process.argv.slice(2)
  const { UPDATE_PRIVATE_KEY: privateKey, UPDATE_PUBLIC_KEY: publicKey } = process.env
  const names = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name))
  if (!privateKey && !publicKey) return say('No key for updates is set: these packages do not update themselves.')
  if (!privateKey || !publicKey) throw new Error('Set both UPDATE_PRIVATE_KEY and UPDATE_PUBLIC_KEY, or neither.')
  if (publicKeyOf(privateKey) !== publicKey)
    throw new Error(
      'UPDATE_PRIVATE_KEY does not belong to UPDATE_PUBLIC_KEY, which the packages trust: no update would be taken.',
    )
  if (names.length === 0)
    throw new Error(`There is no latest*.yml in ${folder}: were the packages made with UPDATE_PUBLIC_KEY?`)
  for (const name of names) {
    writeFileSync(
      join(folder, `${name}.sig`),
      `${signDescription(name, readFileSync(join(folder, name)), privateKey)}\n`,
    )
    say(`Signed ${name}`)
  }
})
