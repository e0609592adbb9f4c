package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Namespace of the broker, which can be created over HTTP. Blocks. */
record Namespaces(WebApi web, String name) {

    private static final String BECAUSE = "namespaces are created over HTTP";
    private static final Pattern BOOKIE = Pattern.compile("\"bookieId\"");

    /**
     * Creates the namespace, and its tenant for all clusters that the broker knows. Changes the existing one, if any.
     *
     * @throws DriverException if the broker refuses or cannot be asked, or the cluster has too few bookies
     */
    void create(NewNamespace wanted) throws DriverException {
        if (wanted.copies().isPresent()) {
            checkBookies(wanted.copies().get());
        }
        String tenant = name.substring(0, name.indexOf('/'));
        Optional<String> clusters = web.ask("/admin/v2/clusters");
        if (web.ask("/admin/v2/tenants/" + tenant).isEmpty()) {
            web.change(
                    "PUT",
                    "/admin/v2/tenants/" + tenant,
                    "{\"adminRoles\": [], \"allowedClusters\": " + clusters.orElse("[]") + "}",
                    "cannot create tenant " + tenant,
                    BECAUSE);
        }
        change("PUT", "", "{}");
        // A load whose consumers are slow, or wait, must not end at a limit of the backlog.
        change(
                "POST",
                "/backlogQuota?backlogQuotaType=destination_storage",
                "{\"limitSize\": -1, \"limitTime\": -1, \"policy\": \"producer_exception\"}");
        if (wanted.copies().isPresent()) {
            NewNamespace.Copies copies = wanted.copies().get();
            change(
                    "POST",
                    "/persistence",
                    "{\"bookkeeperEnsemble\": " + copies.ensemble() + ", \"bookkeeperWriteQuorum\": " + copies.written()
                            + ", \"bookkeeperAckQuorum\": " + copies.acknowledged()
                            + ", \"managedLedgerMaxMarkDeleteRate\": 1.0}");
        }
        if (wanted.deduplication().isPresent()) {
            change("POST", "/deduplication", wanted.deduplication().get().toString());
        }
    }

    private void change(String method, String what, String body) throws DriverException {
        web.change(method, "/admin/v2/namespaces/" + name + what, body, "cannot create namespace " + name, BECAUSE);
    }

    /** Refuses too few bookies, with which the broker would refuse each topic without a reason. */
    private void checkBookies(NewNamespace.Copies copies) throws DriverException {
        long bookies = web.ask("/admin/v2/bookies/all")
                .map(json -> BOOKIE.matcher(json).results().count())
                .orElse(0L);
        if (bookies > 0 && bookies < copies.ensemble()) {
            throw new DriverException("cannot create namespace " + name + ": its ledgers need " + copies.ensemble()
                    + " bookies, and the cluster has " + bookies);
        }
    }
}
