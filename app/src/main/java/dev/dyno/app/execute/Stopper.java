package dev.dyno.app.execute;

/** Ends the run in progress, or the one about to begin. */
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
