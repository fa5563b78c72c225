/** A sum of doubles with Kahan's correction, as the original adds up metrics. */
export class KahanSum {
  #value = 0;
  #delta = 0;

  get value(): number {
    return this.#value;
  }

  add(value: number): void {
    if (!Number.isFinite(value) || !Number.isFinite(this.#value)) {
      this.#value += value;
      return;
    }
    const corrected = value + this.#delta;
    const updated = this.#value + corrected;
    this.#delta = corrected - (updated - this.#value);
    this.#value = updated;
  }
}
