/** Emits an event that can be prevented; whether a listener prevented it. */
export function cancelled(emitter, name, details = {}) {
  let prevented = false
  const preventDefault = () => {
    prevented = true
  }
  emitter.emit(name, { ...details, preventDefault })
  return prevented
}
