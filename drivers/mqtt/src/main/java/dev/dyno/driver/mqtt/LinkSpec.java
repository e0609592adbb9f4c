package dev.dyno.driver.mqtt;

import java.util.UUID;

/**
 * How one link is made.
 *
 * @param clientId what the broker knows its session by
 * @param clean whether an older session of that id is forgotten first
 * @param kept whether the session outlives the link
 */
record LinkSpec(String clientId, boolean clean, boolean kept) {

    /** A broker of MQTT 3.1.1 has to take up to 23 letters and digits, and need not take more. */
    private static final int RANDOM_LETTERS = 16;

    /** A session that ends with its link. */
    static LinkSpec passing(String clientId) {
        return new LinkSpec(clientId, true, false);
    }

    /** A passing session whose id nobody has. */
    static LinkSpec passing() {
        String random = UUID.randomUUID().toString().replace("-", "");
        return passing("dyno" + random.substring(0, RANDOM_LETTERS));
    }

    /** A session that is there again under the same id. */
    static LinkSpec kept(String clientId) {
        return new LinkSpec(clientId, false, true);
    }
}
