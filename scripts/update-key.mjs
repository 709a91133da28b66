/**
 * `npm run update-key -- <file>`: makes the key pair of updates (docs/updates.md). Writes the private key to a new file outside of this
 * repository, and prints the public key.
 */
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { main, root, say } from './lib/checkout.mjs'
import { makeKeyPair } from './lib/update-key.mjs'

await main(() => {
  const [named] = process.argv.slice(2)
  if (named === undefined)
    throw new Error('Name a file for the private key: npm run update-key -- ~/mintdesk-update-key.pem')
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), named)
  if (!relative(root, file).startsWith('..'))
    throw new Error(`${file} lies in this repository, where a private key must never be: name a file outside.`)
  const { privateKey, publicKey } = makeKeyPair()
  try {
    writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const why = error.code === 'EEXIST' ? 'it is there already, and keys are not overwritten' : error.message
    throw new Error(`${file} cannot be written (${why}): name another file.`)
  }
  process.stdout.write(`${publicKey}\n`)
  say(`The line above is the public key: the variable UPDATE_PUBLIC_KEY of the repository on GitHub.`)
  say(
    `${file} holds the private key: the secret UPDATE_PRIVATE_KEY there. Keep a copy offline; without it no installed Mintdesk updates itself again.`,
  )
})
