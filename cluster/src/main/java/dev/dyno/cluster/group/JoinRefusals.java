package dev.dyno.cluster.group;

import java.io.IOException;
import java.util.Locale;

/** Reasons for refusing admission: the same words on both consoles. */
final class JoinRefusals {

    static final String NO_LANGUAGE = "It does not use the protocol of Dyno's workers.";
    static final String TLS_ONLY = "The coordinator accepts TLS only; give the worker keys of the same authority.";
    static final String NO_TLS =
            "The worker speaks TLS, and the coordinator has no keys; give both keys of one authority, or neither.";
    static final String SECRET_WANTED =
            "The coordinator asks for a secret, and the worker has none; give it the same one.";
    static final String SECRET_UNWANTED =
            "The worker has a secret, and the coordinator has none; give both the same one, or neither.";
    static final String OTHER_SECRET =
            "The secret of the worker is not that of the coordinator; give both the same one.";

    private JoinRefusals() {}

    static String nameTaken(String name) {
        return "There is a member named " + name + " already; give one of them another name.";
    }

    static String otherVersion(String workers, String coordinators) {
        return "The worker is Dyno " + workers + " and the coordinator Dyno " + coordinators
                + "; use one build on all machines.";
    }

    /** Reason of a failed TLS handshake, ended by either side. */
    static String certificate(IOException problem, String whose) {
        final String said = String.valueOf(problem.getMessage());
        if (said.startsWith("Received fatal alert")) {
            return whose + " does not accept the certificate of this side; both must have keys of one authority. ("
                    + said.toLowerCase(Locale.ROOT) + ")";
        }
        if (said.contains("Empty client certificate chain")) {
            return whose + " has no certificate; both must have keys of one authority.";
        }
        return "The certificate of " + whose.substring(0, 1).toLowerCase(Locale.ROOT) + whose.substring(1)
                + " is not accepted; both must have keys of one authority. (" + said + ")";
    }
}
