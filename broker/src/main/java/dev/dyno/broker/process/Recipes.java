package dev.dyno.broker.process;

import dev.dyno.driver.setting.NearName;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The recipes of one dyno home. Reads from disk at every call, so a new folder is a new broker at once. */
public final class Recipes {

    /** Knob of brokers that direct their clients to an address: that address. */
    public static final String ADVERTISED = "advertised";

    private static final String FILE = "recipe.yaml";

    private final Path folder;

    private Recipes(Path folder) {
        this.folder = folder;
    }

    /** @param dynoHome the folder that holds {@code recipes/} */
    public static Recipes in(Path dynoHome) {
        return new Recipes(dynoHome.resolve("recipes"));
    }

    /** All names, sorted. */
    public List<String> names() throws BrokerException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                Path name = entry.getFileName();
                if (name != null && Files.exists(entry.resolve(FILE))) {
                    names.add(name.toString());
                }
            }
        } catch (IOException e) {
            throw new BrokerException("recipes: cannot read the folder " + folder + ": " + e, e);
        }
        names.sort(null);
        return names;
    }

    /**
     * The recipe for the broker's default version.
     *
     * @throws BrokerException when there is none of that name, or its file is wrong
     */
    public Recipe find(String name) throws BrokerException {
        return find(name, Optional.empty());
    }

    /** Whether a broker advertises to its clients the address of its knob {@link #ADVERTISED}; false if its recipe is wrong. */
    public boolean isAdvertising(BrokerSpec spec) {
        try {
            return find(spec.recipe(), spec.version()).knobs().containsKey(ADVERTISED);
        } catch (BrokerException e) {
            return false;
        }
    }

    /**
     * The recipe for a version of the broker.
     *
     * @param version empty = the default one
     * @throws BrokerException when there is none of that name or version, or its file is wrong
     */
    public Recipe find(String name, Optional<String> version) throws BrokerException {
        require(name, List.of());
        if (version.filter(String::isBlank).isPresent()) {
            throw new BrokerException(
                    "broker " + name + ": has no version behind its colon; give one, or leave the colon out.");
        }
        return RecipeReader.read(name, folder.resolve(name).resolve(FILE), version);
    }

    /**
     * Refuses a name without a recipe.
     *
     * @param others names without a recipe that the error lists as allowed, too
     */
    public void require(String name, List<String> others) throws BrokerException {
        // The name comes from a command line; with a separator in it, it would be a path.
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]*")
                || !Files.exists(folder.resolve(name).resolve(FILE))) {
            List<String> allowed = names();
            allowed.addAll(others);
            throw new BrokerException("broker: " + name + "; must be one of " + String.join(", ", allowed) + "."
                    + NearName.question(name, allowed));
        }
    }
}
