// When everything is answered, further questions may follow from the answers. Only the server can
// tell, once it has them all; without a connection this waits and looks again by itself.

const AGAIN = 5000; // milliseconds until the server is asked again

export class More {
  constructor({ work, sender, preview, onChange, onTold }) {
    Object.assign(this, { work, sender, preview, onChange, onTold });
    this.forget();
    window.addEventListener('online', () => this.state === 'waiting' && this.#again());
  }

  /** Begin anew: the answers are others than those the server was asked about. */
  forget() {
    clearTimeout(this.timer);
    this.state = 'unasked'; // then `asking`, `waiting` for a connection, `some` or `none`
    this.batch = null; // the batch to go on with
    this.count = 0; // its open items
  }

  /** The end is reached, and there may be more behind it. */
  get due() {
    const { work } = this;
    return !this.preview && work.open && work.firstOpen === -1;
  }

  /** Ask the server if it is time to: called whenever something has changed. */
  async look() {
    if (!this.due || this.state !== 'unasked' || this.sender.state !== 'saved') return;
    this.#change('asking');
    let batch;
    try {
      batch = await this.work.peek();
    } catch (error) {
      this.onTold(error.told);
      return;
    }
    if (this.state !== 'asking') return; // an answer was changed meanwhile
    if (batch) {
      this.count = batch.tasks.filter((task) => !task.answered).length;
      this.batch = this.count ? batch.batch : null;
      this.#change(this.count ? 'some' : 'none');
    } else {
      this.timer = setTimeout(() => this.#again(), AGAIN);
      this.#change('waiting');
    }
  }

  /** Wait until it is known whether there is more, but not for long; true if there is. */
  async known(milliseconds) {
    const end = performance.now() + milliseconds;
    while (this.due && ['unasked', 'asking'].includes(this.state) && performance.now() < end) {
      await new Promise((resolve) => { setTimeout(resolve, 20); });
      if (this.sender.state === 'kept' || this.sender.state === 'refused') break;
      this.look();
    }
    return this.due && this.state === 'some';
  }

  #again() {
    this.forget();
    this.look();
  }

  #change(state) {
    this.state = state;
    this.onChange();
  }
}
