import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where families may be told apart by name: their own code, what puts it together, the table of what they can do, and the list of which chain is whose. */
const own = [
  'src/core/chains/',
  'src/core/chains.ts',
  'src/core/open-networks.ts',
  'src/core/practice/evm-family.ts',
  'src/core/practice/solana/',
  'src/shared/families.ts',
  'src/shared/families/',
  'src/shared/chains.ts',
]

const family = /^(evm|solana|aptos|cardano)$/
/** A family's name, or that of a chain or a collection that bears it: `solana-devnet`, `default-solana`. */
const named = /^(default-)?(evm|solana|aptos|cardano)(-[a-z]+)?$/
const guard = /^is(Evm|Solana|Aptos|Cardano)/
const listOfOne = /^(evm|solana|aptos|cardano)Chains$/
const asksAmong = new Set(['includes', 'indexOf', 'some', 'find', 'has', 'startsWith', 'endsWith'])
const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** Where a source tells families apart by name, as `line: text`. */
function familyTests(path: string, text: string): string[] {
  // Most name none, and are not worth parsing.
  if (!/evm|solana|aptos|cardano|practice:/i.test(text)) return []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (tellsFamilies(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (!found.has(line)) found.set(line, `${line}: ${text.split('\n')[line - 1]?.trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found.values()]
}

function tellsFamilies(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node))
    return comparisons.has(node.operatorToken.kind) && [node.left, node.right].some(isName)
  if (ts.isCaseClause(node)) return isName(node.expression)
  if (ts.isCallExpression(node)) return isGuard(node)
  // Passed on, as in `.filter(isEvmChain)`.
  if (ts.isIdentifier(node)) return guard.test(node.text) && ts.isCallExpression(node.parent)
  if (ts.isPropertyAccessExpression(node)) return family.test(node.name.text)
  if (ts.isElementAccessExpression(node)) return isName(node.argumentExpression)
  // A table by family, to be read with a family's name.
  if (ts.isPropertyAssignment(node)) return node.name.getText().replaceAll("'", '') === 'evm'
  // No chain is called so: it can only be a family's name.
  return ts.isStringLiteral(node) && node.text === 'evm'
}

function isGuard({ expression, arguments: given }: ts.CallExpression): boolean {
  if (ts.isIdentifier(expression)) return guard.test(expression.text)
  if (!ts.isPropertyAccessExpression(expression) || !asksAmong.has(expression.name.text)) return false
  const of = expression.expression
  return given.some((one) => isName(one) || isPractice(one)) || isListOfOne(of)
}

function isListOfOne(node: ts.Node): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(isName)
  return ts.isIdentifier(node) && listOfOne.test(node.text)
}

function isName(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && named.test(node.text)
}

/** Of a network's name: `client.isPractice` says it. */
function isPractice(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text.startsWith('practice:')
}

function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path).split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !own.some((place) => path.startsWith(place)))
    .sort()
}

describe('families of chains', () => {
  it('are told apart by what they can do, and not by name, outside their own code', () => {
    const found = sources().flatMap((path) =>
      familyTests(path, readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    "if (familyNameOf(chain) === 'solana') return",
    "const mine = 'evm' !== family",
    "switch (family) { case 'aptos': break }",
    "if (chain === 'solana-devnet') return",
    "if (id === 'default-solana') return",
    'if (isSolanaChain(chain)) return',
    'const those = chains.filter(isEvmChain)',
    'if (evmChains.includes(chain)) return',
    "if (['solana'].includes(chain)) return",
    "if (chain.startsWith('solana')) return",
    'const { address } = keyring.solana.user(index, user)',
    "const own = families['solana']",
    'const path = { evm: 1, solana: 2 }[name]',
    "requireOn(body, 'evm', fields)",
    "if (client.network.startsWith('practice:')) return",
  ])('are found where they are told apart by name: %s', (planted) => {
    expect(familyTests('src/planted.ts', `export function planted() {\n  ${planted}\n}`)).toEqual([`2: ${planted}`])
  })

  it.each([
    "const chain = 'solana'",
    "row(projectId, 'default-solana', 'solana', 'certified', now)",
    "const hosts = { solana: 'mainnet.helius-rpc.com', 'solana-devnet': 'devnet.helius-rpc.com' }",
    'if (familyOf(chain).tokenIds) return',
    "if (project.kind === 'practice') return",
  ])('may be named: %s', (line) => {
    expect(familyTests('src/named.ts', `export function named() {\n  ${line}\n}`)).toEqual([])
  })
})
