//! The last step: what is broken is left out, with everything that needs it, and the rest is numbered anew.

use std::collections::HashMap;

use super::super::model::{
    Catalog, Home, Input, Kind, Limits, Node, Output, Target, Tool, Type, TypeDef, TypeId,
};
use super::{Check, Owner};

/// New numbers for what stays.
struct Numbers {
    types: HashMap<usize, usize>,
    tools: HashMap<usize, usize>,
}

impl Check<'_> {
    /// Makes the catalog out of the tools that are given and fine.
    pub(super) fn retain(
        mut self,
        name: String,
        targets: Vec<Target>,
        limits: Limits,
        tools: Vec<Option<Tool>>,
    ) -> Catalog {
        self.spread();
        let stays = |owner: Owner| match owner {
            Owner::Tool(index) => tools[index].is_some() && !self.broken.contains(&owner),
            Owner::Type(_) => !self.broken.contains(&owner),
            Owner::Group(_) | Owner::Toolset => false,
        };
        // Named types first, then what the tools brought along, each in the author's order.
        let mut order: Vec<_> = (0..self.types.len())
            .filter(|index| stays(self.owners[*index]))
            .collect();
        order.sort_by_key(|index| (self.types[*index].wire.is_none(), *index));
        let kept_tools = (0..tools.len()).filter(|index| stays(Owner::Tool(*index)));
        let numbers = Numbers {
            types: order
                .iter()
                .enumerate()
                .map(|(new, old)| (*old, new))
                .collect(),
            tools: kept_tools
                .enumerate()
                .map(|(new, old)| (old, new))
                .collect(),
        };
        let mut types: Vec<_> = self.types.into_iter().map(Some).collect();
        let types = order
            .iter()
            .filter_map(|index| types[*index].take())
            .map(|definition| numbers.definition(definition))
            .collect();
        let tools = tools
            .into_iter()
            .enumerate()
            .filter(|(index, _)| numbers.tools.contains_key(index))
            .filter_map(|(_, tool)| tool)
            .map(|tool| numbers.tool(tool))
            .collect();
        Catalog {
            name,
            targets,
            limits,
            tools,
            types,
        }
    }

    /// Who needs what is broken is broken.
    fn spread(&mut self) {
        let mut needy: HashMap<Owner, Vec<Owner>> = HashMap::new();
        for (who, what) in &self.needs {
            needy.entry(*what).or_default().push(*who);
        }
        let mut open: Vec<Owner> = self.broken.iter().copied().collect();
        while let Some(what) = open.pop() {
            for who in needy.remove(&what).unwrap_or_default() {
                if self.broken.insert(who) {
                    open.push(who);
                }
            }
        }
    }
}

impl Numbers {
    fn tool(&self, mut tool: Tool) -> Tool {
        if let Input::Record(id) = &mut tool.input {
            self.id(id);
        }
        if let Output::Typed(node) = &mut tool.output {
            self.node(node);
        }
        tool
    }

    fn definition(&self, mut definition: TypeDef) -> TypeDef {
        if let Home::Tool(index) = &mut definition.home {
            *index = self.tools.get(index).copied().unwrap_or(*index);
        }
        match &mut definition.kind {
            Kind::Choice(_) => {}
            Kind::Record(record) => {
                for field in &mut record.fields {
                    self.ty(&mut field.ty);
                }
            }
            Kind::Tagged(tagged) => {
                for variant in &mut tagged.variants {
                    self.id(&mut variant.record);
                }
            }
            Kind::Union(alternatives) => {
                for alternative in alternatives {
                    self.node(&mut alternative.node);
                }
            }
        }
        definition
    }

    fn node(&self, node: &mut Node) {
        self.ty(&mut node.ty);
    }

    fn ty(&self, ty: &mut Type) {
        match ty {
            Type::Named(id) => self.id(id),
            Type::List(list) => self.node(&mut list.item),
            Type::Map(of) => self.node(of),
            _ => {}
        }
    }

    fn id(&self, id: &mut TypeId) {
        // What is fine needs nothing that is not.
        debug_assert!(self.types.contains_key(&id.0));
        id.0 = self.types.get(&id.0).copied().unwrap_or_default();
    }
}
