package dev.dyno.driver.mqtt;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports the end of a link as a failure if the link was up and was not closed. An attempt to connect that fails is reported by
 * the connecting thread.
 *
 * <p>Assumptions and guarantees: usable from any thread. The end of the link is reported at most once, with this object's
 * monitor held, and not after {@link #closing}; an end before {@link #up} is reported there.
 */
final class LinkWatch {

    private final Consumer<Throwable> onLost;
    private boolean up;
    private boolean closing;
    private @Nullable Throwable lost;

    LinkWatch(Consumer<Throwable> onLost) {
        this.onLost = onLost;
    }

    /** Called at the end of the link; on a thread of the client library. */
    synchronized void down(Throwable cause) {
        if (lost == null && !closing) {
            lost = cause;
            if (up) {
                onLost.accept(cause);
            }
        }
    }

    /** Called when the broker has accepted the link. */
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
