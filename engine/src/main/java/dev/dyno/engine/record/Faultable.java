package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;

/**
 * Broker that faults can be executed on.
 *
 * <p>Assumptions and guarantees: one call at a time, on any thread. Each blocks until the broker is in the state that was asked
 * for, and throws with a sentence if it does not get there. A broker that is in that state already is no failure.
 */
public interface Faultable {

    /** Kills the broker. Data that it has not written is lost. */
    void kill() throws DriverException;

    /** Ends the broker in good order. */
    void stop() throws DriverException;

    /**
     * Starts the broker again with the same addresses and data, after ending it in good order if it runs; it is ready when this
     * returns.
     */
    void restart() throws DriverException;

    /** Pauses the broker: it does nothing, and its connections stay open. */
    void pause() throws DriverException;

    /** Resumes a paused broker. */
    void resume() throws DriverException;

    /** A broker out of reach: all faults fail. */
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
