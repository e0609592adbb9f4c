package dev.dyno.cluster.group;

import java.io.IOException;

/** Refusal of a connection by either side. The message is a sentence for a user. */
final class AdmissionException extends IOException {

    private final boolean forGood;

    /** @param forGood whether another try would have the same result */
    AdmissionException(String message, boolean forGood) {
        super(message);
        this.forGood = forGood;
    }

    boolean isForGood() {
        return forGood;
    }
}
