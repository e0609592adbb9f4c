package dev.dyno.app.execute;

/**
 * Ends the run in progress, or the one about to begin.
 *
 * <p>Assumptions and guarantees: usable from any thread. An action runs with this object's monitor held, on the thread that
 * requests the end, or on the one that sets the action after the request; so it must be short. Each request runs the present
 * action, so an action may run several times.
 */
final class Stopper implements Runnable {

    private Runnable end = () -> {};
    private boolean asked;

    @Override
    public synchronized void run() {
        asked = true;
        end.run();
    }

    /** Sets the action that ends the present step; runs it at once if the end was requested already. */
    synchronized void endBy(Runnable newEnd) {
        end = newEnd;
        if (asked) {
            end.run();
        }
    }

    /** Sets the action for the next request; earlier requests do not run it. */
    synchronized void endNextBy(Runnable newEnd) {
        end = newEnd;
    }

    synchronized boolean asked() {
        return asked;
    }
}
