/** Lists of small numbers that grow: a fraction of the memory of an array, and nothing for the garbage collector to walk. */

type Numbers = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

const FIRST_CAPACITY = 1024

export class GrowingList<T extends Numbers> {
  readonly #create: (capacity: number) => T
  #values: T
  length = 0

  constructor(create: (capacity: number) => T) {
    this.#create = create
    this.#values = create(FIRST_CAPACITY)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#create(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  /** The values so far. They share their memory with the list. */
  values(): T {
    return this.#values.subarray(0, this.length) as T
  }
}
