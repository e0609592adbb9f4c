package dev.dyno.broker.profile;

/** Failure to take or draw a profile. The message is a part of a sentence, without a full stop. */
final class ProfileException extends Exception {

    ProfileException(String message) {
        super(message);
    }

    ProfileException(String message, Throwable cause) {
        super(message, cause);
    }
}
