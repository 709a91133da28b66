// Compiles resources/contracts/*.sol into the checked-in artifacts that the app deploys from: `npm run contracts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const packages = join(root, 'node_modules')
const sources = join(root, 'resources/contracts')

/** The shipped artifacts: file → source file, contract and name of the export. */
const shipped = {
  'collection-721': { source: 'Collection721.sol', contract: 'Collection721', name: 'collection721' },
  'collection-1155': { source: 'Collection1155.sol', contract: 'Collection1155', name: 'collection1155' },
  'standard-721': { source: 'Standard721.sol', contract: 'Standard721', name: 'standard721' },
  'collection-factory': { source: 'CollectionFactory.sol', contract: 'CollectionFactory', name: 'collectionFactory' },
  'code-probe': { source: 'CodeProbe.sol', contract: 'CodeProbe', name: 'codeProbe' },
}

/** Runs only in an eth_call and is never deployed, so explorers do not need its source. */
const neverDeployed = 'code-probe'

const wanted = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']

/**
 * Compiles Solidity with the settings of the shipped contracts (paris, 200 runs, via IR, IPFS metadata hash, so that explorers find an exact match).
 *
 * @param {string[]} files paths below resources/contracts, or absolute ones
 * @param {{ patched?: Record<string, string>, evmVersion?: string, viaIR?: boolean, optimized?: boolean }} [options]
 *   patched: sources that replace files, by file name, for mutants; evmVersion: another target, for contracts that are not shipped
 *   (OpenZeppelin needs `cancun`); viaIR: false takes a third of the time, also for contracts that are not shipped; optimized: false takes
 *   a fifth of that again, for contracts whose gas and size do not matter
 * @returns {Record<string, { abi: unknown[], bytecode: `0x${string}`, size: number }>} by contract name; size is the deployed code's, in bytes
 * @throws with the compiler's own message if it reports an error
 */
export function compile(files, { patched = {}, evmVersion = 'paris', viaIR = true, optimized = true } = {}) {
  const read = (path) => patched[path] ?? readSource(path)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((path) => [path, { content: read(path) }])),
    settings: {
      ...settingsOf({ evmVersion, viaIR, optimized }),
      // Only for the requested files: otherwise their imports would be compiled separately, too, which can take as long.
      outputSelection: Object.fromEntries(files.map((path) => [path, { '*': wanted }])),
    },
  }
  const output = compiled(input, read)
  return Object.fromEntries(
    files.flatMap((path) =>
      Object.entries(output.contracts[path] ?? {}).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}`, size: evm.deployedBytecode.object.length / 2 },
      ]),
    ),
  )
}

function settingsOf({ evmVersion, viaIR, optimized }) {
  return { evmVersion, viaIR, optimizer: { enabled: optimized, runs: 200 }, metadata: { bytecodeHash: 'ipfs' } }
}

function readSource(path) {
  if (path.startsWith('/')) return readFileSync(path, 'utf8')
  return readFileSync(join(/^(@openzeppelin|solady|erc721a)\//.test(path) ? packages : sources, path), 'utf8')
}

/** Compiles a standard JSON input. @param read returns a source by its path, for imports that the input lacks */
function compiled(input, read = missing) {
  const contentsOf = (path) => {
    try {
      return { contents: read(path) }
    } catch (error) {
      return { error: String(error) }
    }
  }
  const output = JSON.parse(solc().compile(JSON.stringify(input), { import: contentsOf }))
  const errors = (output.errors ?? []).filter((entry) => entry.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((entry) => entry.formattedMessage).join('\n'))
  return output
}

function missing(path) {
  throw new Error(`${path} is not among the sources`)
}

function solc() {
  return createRequire(import.meta.url)('solc')
}

/**
 * What explorers get to verify a contract: all its sources and the settings. The body of Sourcify's `POST /v2/verify`.
 *
 * @returns {{ compilerVersion: string, contractIdentifier: string, stdJsonInput: object }}
 */
function submissionOf({ source, contract }) {
  const found = { [source]: { content: readSource(source) } }
  const settings = settingsOf({ evmVersion: 'paris', viaIR: true, optimized: true })
  const looked = {
    language: 'Solidity',
    sources: { ...found },
    settings: { ...settings, outputSelection: { [source]: { '': ['ast'] } } },
  }
  compiled(looked, (path) => {
    const content = readSource(path)
    found[path] = { content }
    return content
  })
  const paths = Object.keys(found).sort()
  return {
    // The name of a compiler release: without the platform that this compiler was built for.
    compilerVersion: /^\d+\.\d+\.\d+\+commit\.[0-9a-f]+/.exec(solc().version())[0],
    contractIdentifier: `${source}:${contract}`,
    stdJsonInput: {
      language: 'Solidity',
      sources: Object.fromEntries(paths.map((path) => [path, found[path]])),
      settings,
    },
  }
}

/**
 * The text of every submission, by file name.
 *
 * @returns {Record<string, string>}
 */
export function submissions() {
  const deployed = Object.entries(shipped).filter(([name]) => name !== neverDeployed)
  return Object.fromEntries(
    deployed.map(([name, of]) => [`${name}.json.gz`, `${JSON.stringify(submissionOf(of), null, 1)}\n`]),
  )
}

/** @param {string} file a name of `submissions` @returns {string} the shipped text of the submission */
export function readSubmission(file) {
  return gunzipSync(readFileSync(join(sources, 'submissions', file))).toString('utf8')
}

/** The compiler's output for a shipped contract. It is compiled alone, because other contracts in the same run change the bytecode. */
function outputOf(name, wanted) {
  const { source, contract } = shipped[name]
  const { stdJsonInput } = submissionOf({ source, contract })
  const settings = { ...stdJsonInput.settings, outputSelection: { [source]: { [contract]: wanted } } }
  return compiled({ ...stdJsonInput, settings }).contracts[source][contract]
}

/**
 * ABI and metadata of every artifact file, by file name, without generating code. The metadata names the compiler, the settings and the
 * hash of each source, and its IPFS hash ends the bytecode. Takes a tenth of the time of `artifacts`.
 *
 * @returns {Record<string, { abi: unknown[], metadata: string }>}
 */
export function claims() {
  return Object.fromEntries(Object.keys(shipped).map((name) => [`${name}.ts`, outputOf(name, ['abi', 'metadata'])]))
}

/**
 * The text of artifact files (by default all), by file name, compiled from the same sources and settings that explorers get.
 *
 * @param {string[]} files
 * @returns {Record<string, string>}
 */
export function artifacts(files = Object.keys(shipped).map((name) => `${name}.ts`)) {
  return Object.fromEntries(
    files.map((file) => {
      const name = file.replace(/\.ts$/, '')
      const { abi, evm } = outputOf(name, ['abi', 'evm.bytecode.object'])
      const text = [
        `// Compiled from ../${shipped[name].source} by \`npm run contracts\`; not edited by hand.`,
        `export const ${shipped[name].name} = {`,
        '  abi: [',
        ...abi.map((entry) => `    ${JSON.stringify(entry)},`),
        '  ],',
        `  bytecode:\n    '0x${evm.bytecode.object}',`,
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
  for (const [file, text] of Object.entries(submissions())) {
    writeFileSync(join(sources, 'submissions', file), gzipSync(text, { level: 9 }))
    console.log(`resources/contracts/submissions/${file}`)
  }
}
