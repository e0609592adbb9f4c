package dev.dyno.broker.process;

import java.nio.file.Path;

/** Programs of the package that a recipe's program is of. */
public final class InstalledProgram {

    private InstalledProgram() {}

    /** The file beside the recipe's program, which need not be there. */
    public static Path beside(String recipe, String name) {
        try {
            Recipe read = Recipes.in(TestHome.path()).find(recipe);
            return Programs.find((Software.Installed) read.software())
                    .map(program -> program.resolveSibling(name))
                    .orElse(Path.of(name));
        } catch (BrokerException e) {
            throw new AssertionError(e);
        }
    }
}
