type Method = (...of: never[]) => unknown

/** The names of an object's methods. */
type MethodName<Part> = { [Name in keyof Part]: Part[Name] extends Method ? Name : never }[keyof Part]

/** The method as a promise: its caller waits for the object too. */
type Later<Of> = Of extends (...of: never[]) => Promise<unknown>
  ? Of
  : Of extends (...of: infer Given) => infer Answer
    ? (...of: Given) => Promise<Answer>
    : never

/**
 * Methods of an object that is opened later: each call waits until the object is open, then calls its method.
 * @param open returns the same object at each call
 */
export function lazy<Part extends object, Name extends MethodName<Part>>(
  open: () => Promise<Part>,
  names: readonly Name[],
): { [Each in Name]: Later<Part[Each]> } {
  const call =
    (name: Name) =>
    async (...of: unknown[]): Promise<unknown> => {
      const part = (await open()) as Record<Name, (...of: unknown[]) => unknown>
      return part[name](...of)
    }
  return Object.fromEntries(names.map((name) => [name, call(name)])) as { [Each in Name]: Later<Part[Each]> }
}
