package dev.dyno.driver.mqtt;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the end of a link is a failure: not before it was up, when the one who connects is told, and not after it was
 * closed.
 */
final class LinkWatch {

    private final Consumer<Throwable> onLost;
    private boolean up;
    private boolean closing;
    private @Nullable Throwable lost;

    LinkWatch(Consumer<Throwable> onLost) {
        this.onLost = onLost;
    }

    /** The link has ended; on a thread of the client library. */
    synchronized void down(Throwable cause) {
        if (lost == null && !closing) {
            lost = cause;
            if (up) {
                onLost.accept(cause);
            }
        }
    }

    /** The broker has accepted it. */
    synchronized void up() {
        up = true;
        if (lost != null) {
            onLost.accept(lost);
        }
    }

    synchronized void closing() {
        closing = true;
    }
}
