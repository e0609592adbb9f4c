package dev.dyno.cluster.group;

import java.io.IOException;

/** Not let in by the other side, or not willing to go in. The message is a sentence for a user. */
final class TurnedAwayException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean forGood;

    /** @param forGood whether it would be the same the next time */
    TurnedAwayException(String message, boolean forGood) {
        super(message);
        this.forGood = forGood;
    }

    boolean isForGood() {
        return forGood;
    }
}
