package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;

/**
 * A broker that faults can be done to.
 *
 * <p>Assumptions and guarantees: one call at a time, on any thread. Each blocks until the broker is in the state that was asked
 * for, and throws with a sentence if it does not get there. What is asked for already holds is no failure.
 */
public interface Faultable {

    /** Ends it at once. What it has not written to its data is gone. */
    void kill() throws DriverException;

    /** Ends it in good order. */
    void stop() throws DriverException;

    /** Ends it in good order if it runs, and starts it again, with the same addresses and data; it serves when this returns. */
    void restart() throws DriverException;

    /** Holds it: it does nothing any more, and its connections stay. */
    void pause() throws DriverException;

    /** Lets it go on. */
    void resume() throws DriverException;

    /** One that cannot be reached: all faults fail. */
    Faultable NONE = new Faultable() {
        @Override
        public void kill() throws DriverException {
            throw new DriverException("Dyno has not started the broker of this run, and cannot do anything to it");
        }

        @Override
        public void stop() throws DriverException {
            kill();
        }

        @Override
        public void restart() throws DriverException {
            kill();
        }

        @Override
        public void pause() throws DriverException {
            kill();
        }

        @Override
        public void resume() throws DriverException {
            kill();
        }
    };
}
