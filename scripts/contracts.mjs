// Compiles resources/contracts/*.sol into the checked-in artifacts that the app deploys from: `npm run contracts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const packages = join(root, 'node_modules')
const sources = join(root, 'resources/contracts')

/** What is shipped: artifact file → source file, contract and the name of the export. */
const shipped = {
  'collection-721.ts': { source: 'Collection721.sol', contract: 'Collection721', name: 'collection721' },
  'collection-1155.ts': { source: 'Collection1155.sol', contract: 'Collection1155', name: 'collection1155' },
  'standard-721.ts': { source: 'Standard721.sol', contract: 'Standard721', name: 'standard721' },
  'collection-factory.ts': {
    source: 'CollectionFactory.sol',
    contract: 'CollectionFactory',
    name: 'collectionFactory',
  },
  'code-probe.ts': { source: 'CodeProbe.sol', contract: 'CodeProbe', name: 'codeProbe' },
}

/**
 * Compiles Solidity with the settings of the shipped contracts (paris, 200 runs, via IR, IPFS metadata hash, so that explorers find an exact match).
 *
 * @param {string[]} files paths below resources/contracts, or absolute ones
 * @param {{ patched?: Record<string, string>, evmVersion?: string, viaIR?: boolean, optimized?: boolean }} [options] patched: sources to use in place of files, by file
 *   name, for tests of the tests; evmVersion: another target, for what is not shipped (OpenZeppelin needs `cancun`); viaIR: false takes
 *   a third of the time, for what is not shipped either; optimized: false again a fifth of that, where gas and size do not count
 * @returns {Record<string, { abi: unknown[], bytecode: `0x${string}`, size: number }>} by contract name; size is the deployed code's, in bytes
 * @throws with the compiler's own words when it reports an error
 */
export function compile(files, options = {}) {
  const made = outputOf(files, ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'], options)
  return Object.fromEntries(
    made.map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, size: evm.deployedBytecode.object.length / 2 },
    ]),
  )
}

/** What the compiler says of all contracts of these files, as pairs of name and output; `wanted`: which outputs. */
function outputOf(files, wanted, { patched = {}, evmVersion = 'paris', viaIR = true, optimized = true } = {}) {
  const solc = createRequire(import.meta.url)('solc')
  const read = (path) => patched[path] ?? readFileSync(path.startsWith('/') ? path : join(sources, path), 'utf8')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((path) => [path, { content: read(path) }])),
    settings: {
      evmVersion,
      viaIR,
      optimizer: { enabled: optimized, runs: 200 },
      metadata: { bytecodeHash: 'ipfs' },
      // Of the files that were asked for: what they import would be compiled by itself, too, which can take as long.
      outputSelection: Object.fromEntries(files.map((path) => [path, { '*': wanted }])),
    },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => {
        try {
          const isPackage = /^(@openzeppelin|solady|erc721a)\//.test(path)
          return { contents: isPackage ? readFileSync(join(packages, path), 'utf8') : read(path) }
        } catch (error) {
          return { error: String(error) }
        }
      },
    }),
  )
  const errors = (output.errors ?? []).filter((entry) => entry.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((entry) => entry.formattedMessage).join('\n'))
  return files.flatMap((path) => Object.entries(output.contracts[path] ?? {}))
}

/**
 * What the compiler says of the sources of every artifact file, by file name, without making any code: their metadata names compiler,
 * settings and the hash of each source, and its IPFS hash ends the bytecode. Takes a tenth of the time that `artifacts` takes.
 *
 * @returns {Record<string, { abi: unknown[], metadata: string }>}
 */
export function claims() {
  return Object.fromEntries(
    Object.entries(shipped).map(([file, { source, contract }]) => {
      const [, said] = outputOf([source], ['abi', 'metadata']).find(([name]) => name === contract) ?? []
      if (said === undefined) throw new Error(`${source} has no contract ${contract}`)
      return [file, said]
    }),
  )
}

/**
 * The text of artifact files (all where none is named), by file name, as compiled from the sources.
 *
 * @param {string[]} files
 * @returns {Record<string, string>}
 */
export function artifacts(files = Object.keys(shipped)) {
  return Object.fromEntries(
    files.map((file) => {
      const { source, contract, name } = shipped[file]
      // Each by itself: what else is compiled in the same run changes the bytecode, and addresses follow from it.
      const { abi, bytecode } = compile([source])[contract]
      const text = [
        `// Compiled from ../${source} by \`npm run contracts\`; not edited by hand.`,
        `export const ${name} = {`,
        '  abi: [',
        ...abi.map((entry) => `    ${JSON.stringify(entry)},`),
        '  ],',
        `  bytecode:\n    '${bytecode}',`,
        '} as const',
        '',
      ]
      return [file, text.join('\n')]
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(artifacts())) {
    writeFileSync(join(sources, 'artifacts', file), text)
    console.log(`resources/contracts/artifacts/${file}`)
  }
}
