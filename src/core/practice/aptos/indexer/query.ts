/** A field that a GraphQL query selects. */
export interface Field {
  /** Its name in the answer. */
  alias: string
  name: string
  arguments: Record<string, unknown>
  selection: Field[]
}

export class QueryFault extends Error {
  override readonly name = 'QueryFault'
}

/** Ours: most levels and most fields of a query. A fragment's fields count each time that it is used. */
const deepest = 12
const mostFields = 2_000

/**
 * Reads the one operation of a query document. Fragments and variables are replaced by what they stand for.
 * @throws QueryFault
 */
export function readQuery(text: string, variables: Readonly<Record<string, unknown>>): Field[] {
  const tokens = text.replace(/#.*/g, '').match(/"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[^\s,]/g) ?? []
  let at = 0
  const peek = () => tokens[at]
  const next = (): string => {
    const token = tokens[at]
    if (token === undefined) throw new QueryFault('the query ends too soon')
    at += 1
    return token
  }
  const eat = (mark: string): boolean => {
    if (peek() !== mark) return false
    at += 1
    return true
  }
  const expect = (mark: string) => {
    if (!eat(mark)) throw new QueryFault(`${mark} is missing at ${peek() ?? 'the end'}`)
  }
  const defaults: Record<string, unknown> = {}
  const value = (depth: number): unknown => {
    if (depth > deepest) throw new QueryFault('the query is nested too deep')
    const token = next()
    if (token === '$') {
      const name = next()
      return name in variables ? variables[name] : defaults[name]
    }
    if (token === '{') {
      const object: Record<string, unknown> = {}
      while (!eat('}')) {
        const key = next()
        expect(':')
        object[key] = value(depth + 1)
      }
      return object
    }
    if (token === '[') {
      const all: unknown[] = []
      while (!eat(']')) all.push(value(depth + 1))
      return all
    }
    if (/^("|-?\d|true$|false$|null$)/.test(token)) return JSON.parse(token)
    // An enum value.
    return token
  }
  const fragments = new Map<string, number>()
  const skipBraces = () => {
    for (let open = 0; ; ) {
      const token = next()
      if (token === '{') open += 1
      if (token === '}') open -= 1
      if (open === 0) return
    }
  }
  let selected = 0
  const selection = (depth: number): Field[] => {
    if (depth > deepest) throw new QueryFault('the query is nested too deep')
    const fields: Field[] = []
    expect('{')
    while (!eat('}')) {
      selected += 1
      if (selected > mostFields) throw new QueryFault('the query selects too much')
      if (eat('...')) {
        const name = next()
        const start = fragments.get(name)
        if (start === undefined) throw new QueryFault(`there is no fragment ${name}`)
        const back = at
        at = start
        fields.push(...selection(depth + 1))
        at = back
        continue
      }
      const first = next()
      const name = eat(':') ? next() : first
      const given: Record<string, unknown> = {}
      if (eat('('))
        while (!eat(')')) {
          const key = next()
          expect(':')
          given[key] = value(depth + 1)
        }
      fields.push({ alias: first, name, arguments: given, selection: peek() === '{' ? selection(depth + 1) : [] })
    }
    return fields
  }
  // Fragments may stand before and after their uses.
  let operation: number | undefined
  while (at < tokens.length) {
    if (eat('fragment')) {
      const name = next()
      expect('on')
      next()
      fragments.set(name, at)
    } else {
      if (operation !== undefined) throw new QueryFault('the query has more than one operation')
      if (eat('mutation') || eat('subscription')) throw new QueryFault('only queries are answered')
      eat('query')
      while (peek() !== '{') {
        const token = next()
        if (token === '=') Object.assign(defaults, { [nameBefore(tokens, at - 1)]: value(0) })
      }
      operation = at
    }
    skipBraces()
  }
  if (operation === undefined) throw new QueryFault('the query has no operation')
  at = operation
  return selection(0)
}

/** The variable whose type ends before this place. */
function nameBefore(tokens: readonly string[], place: number): string {
  for (let at = place; at > 0; at -= 1) if (tokens[at - 1] === '$') return tokens[at] ?? ''
  return ''
}
