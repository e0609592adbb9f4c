package dev.dyno.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Runs over several workers stand on the core, which knows nothing of them; the group knows nothing of runs. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dyno");

    @Test
    void theCoreKnowsNothingOfWorkers() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dyno.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.dyno.cluster..")
                .check(CLASSES);
    }

    @Test
    void runsOverWorkersUseOnlyWhatIsBelowThem() {
        classes()
                .that()
                .resideInAPackage("dev.dyno.cluster")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dyno.cluster",
                        "dev.dyno.cluster.group",
                        "dev.dyno.broker",
                        "dev.dyno.driver",
                        "dev.dyno.pace",
                        "dev.dyno.workload",
                        "dev.dyno.workfile",
                        "dev.dyno.yaml",
                        "dev.dyno.json",
                        "dev.dyno.result",
                        "dev.dyno.resource",
                        "dev.dyno.load",
                        "org.HdrHistogram",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation",
                        "org.jspecify.annotations",
                        "java..")
                .check(CLASSES);
    }

    @Test
    void theGroupKnowsNothingOfRuns() {
        noClasses()
                .that()
                .resideInAPackage("dev.dyno.cluster.group")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.dyno.cluster", "dev.dyno.load", "dev.dyno.result", "dev.dyno.workload")
                .check(CLASSES);
    }
}
